package io.fusemount.core.filesystem;

import java.lang.StackWalker.StackFrame;
import java.util.List;

import io.fusemount.conformance.memory.InMemoryDirectory;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Attributes;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.DirectoryPage;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.RegularFile;
import org.jspecify.annotations.Nullable;

/** Lets something happen while a name is looked up, or its own key. */
final class WatchedDirectory implements Directory {

	private final InMemoryDirectory files;

	private @Nullable Name watched;

	private Runnable event = () -> {
	};

	private volatile List<String> keyMethods = List.of();

	private Runnable keyEvent = () -> {
	};

	private volatile @Nullable ErrnoException deletionFailure;

	private Runnable pageEvent = () -> {
	};

	WatchedDirectory(InMemoryDirectory files) {
		this.files = files;
	}

	void next(Name name, Runnable action) {
		this.watched = name;
		this.event = action;
	}

	/** Does something between the reading of a page and its use. */
	void nextPage(Runnable action) {
		this.pageEvent = action;
	}

	@Override
	public @Nullable Node find(Name name) {
		if (name.equals(this.watched)) {
			this.watched = null;
			this.event.run();
		}
		return this.files.find(name);
	}

	/** Does something when the key is asked for by what these methods have called. */
	void nextKeyBelow(String method, String inner, Runnable action) {
		this.keyEvent = action;
		this.keyMethods = List.of(method, inner);
	}

	void nextKeyBelow(String method, Runnable action) {
		nextKeyBelow(method, method, action);
	}

	/** Lets deletions fail, or no longer. */
	void failDeletions(@Nullable ErrnoException failure) {
		this.deletionFailure = failure;
	}

	@Override
	public NodeKey key() {
		List<String> methods = this.keyMethods;
		if (!methods.isEmpty() && StackWalker.getInstance()
			.walk((frames) -> frames.map(StackFrame::getMethodName).toList())
			.containsAll(methods)) {
			this.keyMethods = List.of();
			this.keyEvent.run();
		}
		return this.files.key();
	}

	@Override
	public Attributes attributes() {
		return this.files.attributes();
	}

	@Override
	public DirectoryPage list(@Nullable String position) {
		DirectoryPage page = this.files.list(position);
		Runnable action = this.pageEvent;
		this.pageEvent = () -> {
		};
		action.run();
		return page;
	}

	@Override
	public boolean canCreate() {
		return this.files.canCreate();
	}

	@Override
	public @Nullable String refusesNewFiles() {
		return this.files.refusesNewFiles();
	}

	@Override
	public boolean canDelete() {
		return this.files.canDelete();
	}

	@Override
	public RegularFile create(Name name, FileChanges initial) {
		return this.files.create(name, initial);
	}

	@Override
	public RegularFile rename(RegularFile source, Name target, @Nullable RegularFile replaced) {
		return this.files.rename(source, target, replaced);
	}

	@Override
	public void delete(RegularFile file) {
		ErrnoException failure = this.deletionFailure;
		if (failure != null) {
			throw failure;
		}
		this.files.delete(file);
	}

}
