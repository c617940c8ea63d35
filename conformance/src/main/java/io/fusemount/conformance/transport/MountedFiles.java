package io.fusemount.conformance.transport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;

import io.fusemount.conformance.memory.InMemoryDirectory;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.core.errno.ErrnoTranslators;
import io.fusemount.core.filesystem.FileSystemSpool;
import io.fusemount.core.filesystem.NodeFileSystem;
import io.fusemount.core.mount.MountException;
import io.fusemount.core.mount.MountOptions;
import io.fusemount.core.mount.Transport;
import io.fusemount.core.mount.TransportSession;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Ownership;
import io.fusemount.core.node.VirtualDirectory;
import io.fusemount.core.operation.ConflictPolicy;
import io.fusemount.core.operation.Dispatcher;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.vfs.FileSystemSettings;
import io.fusemount.core.vfs.OpenLimits;
import io.fusemount.core.vfs.PermissionChanges;
import io.fusemount.core.vfs.ScratchSettings;
import io.fusemount.core.vfs.TimeToLive;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;

/**
 * Files in memory, mounted below a temporary directory as {@code files/} or in a
 * directory there.
 */
public final class MountedFiles implements AutoCloseable {

	private static final Set<MountException.Reason> MISSING = EnumSet.of(MountException.Reason.NO_FUSE_DEVICE,
			MountException.Reason.FUSE_DEVICE_DENIED, MountException.Reason.NO_LIBFUSE,
			MountException.Reason.NO_FUSERMOUNT, MountException.Reason.NO_NATIVE_CODE);

	private static final String SUBDIRECTORY = "sub directory";

	private final InMemoryDirectory files;

	/** The path of the files below the mount point. */
	private final String path;

	private final RecordingListener listener = new RecordingListener();

	private final Path workspace;

	private final Path mountPoint;

	private final NodeFileSystem fileSystem;

	private final TransportSession session;

	private MountedFiles(Transport transport, UnaryOperator<MountOptions> customizer, FilesSetting setting,
			boolean below) throws IOException {
		InMemoryDirectory outermost = new InMemoryDirectory("files", 100, setting.writable(), InstantSource.system());
		if (!setting.writable()) {
			// Programs could not set it, and some files are to be executed.
			outermost.keeping(Ownership.Part.MODE);
		}
		this.files = below
				? (InMemoryDirectory) outermost.nested().createDirectory(new Name(SUBDIRECTORY), Ownership.NONE)
				: outermost;
		this.path = below ? "files/" + SUBDIRECTORY : "files";
		this.workspace = Files.createTempDirectory(setting.disk(), "mounted-files").toRealPath();
		MountOptions options = customizer.apply(new MountOptions("kit",
				Files.createDirectory(this.workspace.resolve("mnt")), false, false, false, 8, 0));
		this.mountPoint = options.mountPoint();
		int uid = (int) Files.getAttribute(this.workspace, "unix:uid");
		int gid = (int) Files.getAttribute(this.workspace, "unix:gid");
		this.fileSystem = NodeFileSystem.create(VirtualDirectory.root(Map.of("files", outermost), Instant.now()),
				new FileSystemSettings(uid, gid, 0022, options.readOnly(), PermissionChanges.IGNORE,
						ConflictPolicy.FAIL, new TimeToLive(Duration.ofHours(1)), 10_000,
						// Regardless of how long a program is delayed between two calls.
						new ScratchSettings(ScratchSettings.defaults().names(), Duration.ofHours(1)), setting.cache(),
						OpenLimits.defaults()),
				FileSystemSpool.open(spool()), this.listener);
		try {
			this.session = transport.mount(this.fileSystem,
					new Dispatcher(new ErrnoTranslators(List.of()), this.listener), options);
		}
		catch (RuntimeException ex) {
			// If anything is mounted there, it is not the mount of these files.
			this.fileSystem.close();
			deleteWorkspace();
			throw ex;
		}
	}

	/**
	 * Mounts an empty directory.
	 * @throws TestAbortedException with the reason if this machine cannot mount at all
	 */
	public static MountedFiles by(Transport transport) {
		return by(transport, UnaryOperator.identity());
	}

	/**
	 * Mounts an empty directory inside another one, where directories can be created.
	 * @throws TestAbortedException with the reason if this machine cannot mount at all
	 */
	public static MountedFiles belowDirectory(Transport transport) {
		return by(transport, UnaryOperator.identity(), FilesSetting.WRITABLE, true);
	}

	/**
	 * Mounts an empty directory with a setting of its own.
	 * @throws TestAbortedException with the reason if this machine cannot mount at all
	 */
	public static MountedFiles by(Transport transport, FilesSetting setting) {
		return by(transport, UnaryOperator.identity(), setting, false);
	}

	/**
	 * Mounts an empty directory with options other than the usual ones.
	 */
	public static MountedFiles by(Transport transport, UnaryOperator<MountOptions> customizer) {
		return by(transport, customizer, FilesSetting.WRITABLE, false);
	}

	private static MountedFiles by(Transport transport, UnaryOperator<MountOptions> customizer, FilesSetting setting,
			boolean below) {
		try {
			return new MountedFiles(transport, customizer, setting, below);
		}
		catch (MountException ex) {
			if (MISSING.contains(ex.reason())) {
				throw new TestAbortedException("Nothing can be mounted here: " + ex.getMessage(), ex);
			}
			throw ex;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Returns the directory in which programs see the files.
	 */
	public Path directory() {
		return mountPoint().resolve(this.path);
	}

	/**
	 * Returns the mount point.
	 */
	public Path mountPoint() {
		return this.mountPoint;
	}

	/**
	 * Returns the directory that keeps the files.
	 */
	public InMemoryDirectory files() {
		return this.files;
	}

	/**
	 * Changes a file as the application that owns the rows does, and reports the change.
	 */
	public void change(String name, byte[] content) {
		this.files.application().put(name, content);
		report(this.files.application().key(name));
	}

	void change(String name, String content) {
		change(name, content.getBytes(StandardCharsets.UTF_8));
	}

	/**
	 * Renames a file as the application that owns the rows does, and reports the change.
	 */
	void rename(String name, String newName) {
		this.files.application().move(name, this.files.application(), newName);
		report(this.files.application().key(newName));
	}

	/**
	 * Deletes a file as the application that owns the rows does, and reports the change.
	 */
	void remove(String name) {
		NodeKey key = this.files.application().key(name);
		this.files.application().remove(name);
		report(key);
	}

	/**
	 * Reports that a file or directory was changed.
	 */
	void report(@Nullable NodeKey changed) {
		this.fileSystem.invalidate(Objects.requireNonNull(changed));
	}

	/**
	 * Returns the directory with what the filesystem keeps on the local disk.
	 */
	public Path spool() {
		return this.workspace.resolve("spool");
	}

	/**
	 * Returns the number of bytes that are kept of content that was read.
	 */
	public long cachedBytes() {
		return this.fileSystem.supervision().contentCache().bytes();
	}

	/**
	 * Returns the transport's session of the mount.
	 */
	public TransportSession session() {
		return this.session;
	}

	/**
	 * Returns the number of handles that the kernel has not released, which it does some
	 * time after a program has closed its file.
	 */
	public int openHandles() {
		return this.fileSystem.supervision().openHandles();
	}

	/**
	 * Returns the number of operations of a kind that have succeeded.
	 */
	public long succeeded(Operation operation) {
		return this.listener.succeeded(operation);
	}

	/**
	 * Returns the number of operations that have failed.
	 */
	public long failed() {
		return this.listener.failures().size();
	}

	RecordingListener listener() {
		return this.listener;
	}

	/**
	 * Whether the mount is in the mount table.
	 */
	public boolean isInMountTable() {
		return isMounted(mountPoint());
	}

	static boolean isMounted(Path mountPoint) {
		try (var lines = Files.lines(Path.of("/proc/self/mounts"))) {
			return lines.anyMatch((line) -> line.split(" ")[1].equals(mountPoint.toString()));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void close() {
		try {
			this.session.unmount(Patience.LIMIT);
		}
		finally {
			cleanUp();
		}
	}

	private void cleanUp() {
		try {
			this.fileSystem.close();
		}
		finally {
			if (isInMountTable()) {
				String quoted = Shell.quote(this.mountPoint);
				Shell.in(this.workspace).run("umount -l " + quoted + " || fusermount -uz " + quoted);
			}
			deleteWorkspace();
		}
	}

	private void deleteWorkspace() {
		// If it is still mounted, nothing in the mount may be deleted.
		Shell.in(Path.of("/")).check("rm -r --one-file-system " + Shell.quote(this.workspace));
	}

}
