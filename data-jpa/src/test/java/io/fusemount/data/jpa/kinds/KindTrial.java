package io.fusemount.data.jpa.kinds;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.errno.ErrnoTranslators;
import io.fusemount.core.filesystem.FileSystemSpool;
import io.fusemount.core.filesystem.NodeFileSystem;
import io.fusemount.core.node.VirtualDirectory;
import io.fusemount.core.operation.Dispatcher;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.vfs.FileSystemSettings;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import io.fusemount.core.vfs.PermissionChanges;
import io.fusemount.core.vfs.ScratchSettings;
import io.fusemount.core.vfs.VirtualFileSystem;
import io.fusemount.data.jpa.JpaDirectories;

/**
 * What programs can do in the directory of one kind: each of the things that they do, or
 * the words in which it is refused.
 */
final class KindTrial implements AutoCloseable {

	private static final OpenOptions OVERWRITE = new OpenOptions(false, true, true, OpenOptions.Creation.SHARED, false,
			false);

	/** What succeeds and does something else is in no table. */
	static final String WRONG = "Wrong:";

	private final VirtualFileSystem fileSystem;

	private final Dispatcher dispatcher;

	private final Map<String, String> results = new LinkedHashMap<>();

	private final Set<String> words = new TreeSet<>();

	KindTrial(JpaDirectories directories, Path spool) throws Exception {
		FileSystemSettings settings = new FileSystemSettings(0, 0, 022, false, PermissionChanges.IGNORE,
				Duration.ofSeconds(1), 100, ScratchSettings.defaults());
		OperationListener listener = new OperationListener() {
		};
		this.dispatcher = new Dispatcher(new ErrnoTranslators(List.of(directories.errnoTranslator())), listener);
		this.fileSystem = NodeFileSystem.create(VirtualDirectory
			.root(Map.of("files", directories.directories().values().iterator().next()), Instant.EPOCH), settings,
				FileSystemSpool.open(spool), listener);
	}

	/** Tries everything, on a row that is there already or on the one that is created. */
	void run(boolean hasRow) {
		attempt("create", () -> {
			HandleId handle = this.fileSystem.create(this.fileSystem.locate("/files/new.txt"), OpenOptions.NEW);
			store(handle, "new");
			require("/files/new.txt", "new");
		});
		String file = hasRow ? "/files/old.txt" : "/files/new.txt";
		attempt("read", () -> require(file, hasRow ? "old" : "new"));
		attempt("write", () -> {
			store(this.fileSystem.open(this.fileSystem.resolve(file), OVERWRITE), "something longer");
			require(file, "something longer");
		});
		String content = read(file);
		attempt("rename", () -> {
			this.fileSystem.rename(this.fileSystem.locate(file), this.fileSystem.locate("/files/renamed.txt"));
			require("/files/renamed.txt", content);
			requireNone(file);
		});
		String last = this.results.get("rename").equals("yes") ? "/files/renamed.txt" : file;
		attempt("delete", () -> {
			this.fileSystem.delete(this.fileSystem.locate(last));
			requireNone(last);
		});
	}

	/** Looks at what is stored, not at what is remembered. */
	private void require(String path, String content) {
		this.fileSystem.invalidateAll();
		String found = content(path);
		long size = this.fileSystem.status(this.fileSystem.resolve(path)).size();
		if (!found.equals(content) || size != content.length()) {
			throw new AssertionError(WRONG + " '" + found + "' is there, with a size of " + size);
		}
	}

	private void requireNone(String path) {
		this.fileSystem.invalidateAll();
		try {
			this.fileSystem.resolve(path);
		}
		catch (ErrnoException ex) {
			return;
		}
		throw new AssertionError(WRONG + " it is still there");
	}

	private void store(HandleId handle, String text) {
		try {
			this.fileSystem.write(handle, 0, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
			this.fileSystem.flush(handle);
		}
		finally {
			this.fileSystem.release(handle);
		}
	}

	/** Returns the content, or why there is none. */
	private String read(String path) {
		try {
			return content(path);
		}
		catch (RuntimeException ex) {
			return ex.getClass().getSimpleName();
		}
	}

	private String content(String path) {
		HandleId handle = this.fileSystem.open(this.fileSystem.resolve(path), OpenOptions.READ);
		try {
			ByteBuffer target = ByteBuffer.allocate(1000);
			this.fileSystem.read(handle, 0, target);
			return StandardCharsets.UTF_8.decode(target.flip()).toString();
		}
		finally {
			this.fileSystem.release(handle);
		}
	}

	private void attempt(String what, Runnable work) {
		try {
			this.dispatcher.dispatch(Operation.WRITE, what, () -> {
				work.run();
				return 0;
			});
			this.results.put(what, "yes");
		}
		catch (ErrnoException ex) {
			this.results.put(what, ex.errno().name());
			this.words.add(String.valueOf(ex.getMessage()));
		}
	}

	/** Returns "yes" or an errno. */
	String result(String what) {
		return this.results.get(what);
	}

	/** Returns why something failed, each reason once. */
	Set<String> words() {
		return this.words;
	}

	@Override
	public void close() {
		this.fileSystem.close();
	}

}
