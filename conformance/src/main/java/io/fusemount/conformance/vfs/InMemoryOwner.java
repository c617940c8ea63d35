package io.fusemount.conformance.vfs;

import java.util.List;

import io.fusemount.conformance.memory.Call;
import io.fusemount.conformance.memory.Gate;
import io.fusemount.conformance.memory.InMemoryApplication;
import io.fusemount.conformance.memory.InMemoryDirectory;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.node.NodeKey;
import org.jspecify.annotations.Nullable;

/**
 * The application that owns the rows of an {@link InMemoryDirectory}, and of the
 * directories in it.
 */
public final class InMemoryOwner implements Application, ApplicationTree {

	private final InMemoryDirectory directory;

	/**
	 * Creates the owner of a directory.
	 */
	public InMemoryOwner(InMemoryDirectory directory) {
		this.directory = directory;
	}

	private InMemoryApplication in(String path) {
		InMemoryApplication application = this.directory.application();
		int start = 0;
		for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', start)) {
			application = application.directory(path.substring(start, slash));
			start = slash + 1;
		}
		return application;
	}

	private static String last(String path) {
		return path.substring(path.lastIndexOf('/') + 1);
	}

	@Override
	public void makeDirectory(String path) {
		in(path).directory(last(path));
	}

	@Override
	public void put(String path, byte[] content) {
		in(path).put(last(path), content);
	}

	@Override
	public void noteSize(String path, long size) {
		in(path).noteSize(last(path), size);
	}

	@Override
	public void remove(String path) {
		in(path).remove(last(path));
	}

	@Override
	public void move(String path, String newPath) {
		in(path).move(last(path), in(newPath), last(newPath));
	}

	@Override
	public byte @Nullable [] content(String path) {
		return in(path).content(last(path));
	}

	@Override
	public @Nullable NodeKey key(String path) {
		return in(path).key(last(path));
	}

	@Override
	public List<String> names(String path) {
		return path.isEmpty() ? this.directory.application().names() : in(path + "/").names();
	}

	@Override
	public long commits() {
		return this.directory.calls().writes();
	}

	@Override
	public long lookups() {
		return this.directory.calls().count(Call.FIND) + this.directory.calls().count(Call.LIST);
	}

	@Override
	public long fetches() {
		return this.directory.calls().count(Call.READ);
	}

	@Override
	public void failNextCommit(Errno errno) {
		this.directory.troubles().failNextWrite(errno);
	}

	@Override
	public Gate holdCommits() {
		return this.directory.troubles().blockWrites();
	}

}
