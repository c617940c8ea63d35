package io.fusemount.core.filesystem;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

import io.fusemount.conformance.memory.Call;
import io.fusemount.conformance.memory.CallListener;
import io.fusemount.conformance.memory.InMemoryDirectory;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.handover.NoteWriter;
import io.fusemount.core.handover.Notebook;
import io.fusemount.core.limit.ContentCacheSettings;
import io.fusemount.core.limit.UnsavedLimits;
import io.fusemount.core.node.VirtualDirectory;
import io.fusemount.core.operation.Attempt;
import io.fusemount.core.operation.ConflictPolicy;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.vfs.FileSystemSettings;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenLimits;
import io.fusemount.core.vfs.OpenOptions;
import io.fusemount.core.vfs.PermissionChanges;
import io.fusemount.core.vfs.ScratchSettings;
import io.fusemount.core.vfs.TimeToLive;
import io.fusemount.core.vfs.VirtualFileSystem;
import org.jspecify.annotations.Nullable;

/**
 * A filesystem that crashes: what its process leaves is copied at a moment, the process
 * ends without storing anything, and another one goes on with the copy.
 */
final class CrashFixture implements AutoCloseable {

	static final int MEMORY = 4 << 20;

	private static final AtomicLong PROCESSES = new AtomicLong();

	final InMemoryDirectory files;

	final List<String> unsaved = new ArrayList<>();

	private final Path parent;

	private Path spool;

	private ByteBuffer memory;

	VirtualFileSystem fileSystem;

	/** What was left at the moment that was asked for. */
	private @Nullable Image image;

	CrashFixture(Path parent) {
		this(parent, new InMemoryDirectory("files", 10, true, InstantSource.system()).nested());
	}

	CrashFixture(Path parent, InMemoryDirectory files) {
		this.parent = parent;
		this.files = files;
		this.spool = nextSpool();
		this.memory = ByteBuffer.allocateDirect(MEMORY);
		this.fileSystem = start(this.spool, null);
		this.fileSystem.handover().keep(Notebook.begin(this.memory));
	}

	/**
	 * Goes on with what another one has left.
	 * @param handles the handles that programs have
	 */
	CrashFixture(Path parent, InMemoryDirectory files, Image left, Set<Long> handles) {
		this.parent = parent;
		this.files = files;
		this.spool = left.spool();
		this.memory = ByteBuffer.allocateDirect(MEMORY);
		Notebook.Contents contents = Objects.requireNonNull(Notebook.read(left.memory()));
		contents.retain(Notebook.Kind.HANDLE, handles);
		this.fileSystem = start(this.spool, contents);
		this.fileSystem.handover().keep(Notebook.begin(this.memory));
	}

	private Path nextSpool() {
		return this.parent.resolve("spool-" + PROCESSES.incrementAndGet());
	}

	private VirtualFileSystem start(Path directory, Notebook.@Nullable Contents recorded) {
		return start(this.files, directory, recorded != null, recorded, this.unsaved);
	}

	/**
	 * Starts a filesystem of a directory, {@code files}.
	 * @param connected whether programs have open what the process before has left
	 * @param unsaved receives what could not be stored
	 */
	static VirtualFileSystem start(InMemoryDirectory files, Path spool, boolean connected,
			Notebook.@Nullable Contents recorded, List<String> unsaved) {
		FileSystemSettings settings = new FileSystemSettings(0, 0, 022, false, PermissionChanges.IGNORE,
				ConflictPolicy.FAIL, new TimeToLive(Duration.ofHours(1)), 1000, ScratchSettings.defaults(),
				ContentCacheSettings.defaults(), OpenLimits.defaults());
		OperationListener listener = new OperationListener() {
			@Override
			public void contentUnsaved(String subject, String place, Throwable failure) {
				unsaved.add(subject);
			}
		};
		try {
			return NodeFileSystem.create(VirtualDirectory.root(Map.of("files", files), Instant.EPOCH), settings,
					FileSystemSpool.open(spool, UnsavedLimits.DEFAULT, listener, connected, recorded), listener);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Copies what a process that is killed now leaves. */
	Image copy() {
		Path target = nextSpool();
		ByteBuffer notes = ByteBuffer.allocateDirect(MEMORY).put(0, this.memory, 0, MEMORY);
		try {
			Files.createDirectory(target);
			try (DirectoryStream<Path> all = Files.newDirectoryStream(this.spool, "*.{spool,label}")) {
				for (Path file : all) {
					Files.copy(file, target.resolve(file.getFileName()));
				}
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return new Image(target, notes);
	}

	/**
	 * Crashes after the next call of this kind, of whose outcome it has not heard yet.
	 */
	void crashAfter(Call call) {
		this.image = null;
		this.files.troubles().listen(new CallListener() {
			@Override
			public void after(Call done) {
				if (done == call && CrashFixture.this.image == null) {
					CrashFixture.this.image = copy();
				}
			}
		});
	}

	/** Crashes before the next call of this kind, which is not made. */
	void crashBefore(Call call) {
		this.image = null;
		this.files.troubles().listen(new CallListener() {
			@Override
			public void before(Call begun) {
				if (begun == call && CrashFixture.this.image == null) {
					CrashFixture.this.image = copy();
					throw new ErrnoException(Errno.EIO, "The process has crashed");
				}
			}
		});
	}

	/** Crashes now, or as it was asked for. */
	void crash() {
		crash(Set.of());
	}

	/**
	 * Crashes.
	 * @param unanswered handles that no program has got
	 */
	void crash(Set<Long> unanswered) {
		Image left = (this.image != null) ? this.image : copy();
		this.image = null;
		ignoreCalls();
		leave();
		goOn(left, unanswered);
	}

	/** Ends without storing anything. */
	void leave() {
		this.fileSystem.handover().leave(new NoteWriter().text("ignored"));
	}

	void goOn(Image left, Set<Long> unanswered) {
		Notebook.Contents contents = Objects.requireNonNull(Notebook.read(left.memory()));
		Set<Long> handles = new HashSet<>(contents.of(Notebook.Kind.HANDLE).keySet());
		handles.removeAll(unanswered);
		contents.retain(Notebook.Kind.HANDLE, handles);
		this.spool = left.spool();
		this.fileSystem = start(this.spool, contents);
		this.memory = ByteBuffer.allocateDirect(MEMORY);
		this.fileSystem.handover().keep(Notebook.begin(this.memory));
	}

	/** Serves a request that the process before had begun to serve. */
	void again(Runnable work) {
		attempt(1, true, work);
	}

	/** Does work as an attempt to serve a request. */
	static void attempt(long request, boolean repeated, Runnable work) {
		Attempt.bind(request, repeated);
		try {
			work.run();
		}
		finally {
			Attempt.unbind();
		}
	}

	HandleId open(String name, OpenOptions options) {
		return this.fileSystem.open(this.fileSystem.resolve("/files/" + name), options);
	}

	HandleId create(String name) {
		return this.fileSystem.create(this.fileSystem.locate("/files/" + name), OpenOptions.NEW);
	}

	String read(HandleId handle) {
		ByteBuffer target = ByteBuffer.allocate((int) this.fileSystem.status(handle).size());
		while (target.hasRemaining() && this.fileSystem.read(handle, target.position(), target) > 0) {
			// More may follow.
		}
		return StandardCharsets.UTF_8.decode(target.flip()).toString();
	}

	void write(HandleId handle, long position, String text) {
		this.fileSystem.write(handle, position, StandardCharsets.UTF_8.encode(text));
	}

	void closeFile(HandleId handle) {
		this.fileSystem.flush(handle);
		this.fileSystem.release(handle);
	}

	void rename(String name, String newName) {
		this.fileSystem.rename(this.fileSystem.locate("/files/" + name), this.fileSystem.locate("/files/" + newName));
	}

	void delete(String name) {
		this.fileSystem.delete(this.fileSystem.locate("/files/" + name));
	}

	@Nullable String stored(String name) {
		byte[] content = this.files.application().content(name);
		return (content != null) ? new String(content, StandardCharsets.UTF_8) : null;
	}

	private void ignoreCalls() {
		this.files.troubles().listen(new CallListener() {
		});
	}

	@Override
	public void close() {
		ignoreCalls();
		this.fileSystem.close();
	}

	/**
	 * What a process leaves.
	 */
	record Image(Path spool, ByteBuffer memory) {

	}

}
