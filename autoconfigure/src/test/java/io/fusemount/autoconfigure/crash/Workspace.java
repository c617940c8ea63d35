package io.fusemount.autoconfigure.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.fusemount.autoconfigure.mounted.MountedApplication;
import io.fusemount.autoconfigure.rights.DeskApplication;
import io.fusemount.autoconfigure.tree.TreeApplication;
import io.fusemount.conformance.crash.ChildProgram;
import io.fusemount.conformance.shell.Shell;

/**
 * A temporary directory with a mount point and a spool for a series of processes. At its
 * end nothing is mounted in it, whatever the processes have left.
 */
final class Workspace implements AutoCloseable {

	private final Path directory;

	Workspace() {
		try {
			this.directory = Files.createTempDirectory("crash").toRealPath();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Starts the application; returns when it is mounted.
	 */
	ChildProgram start(String jdbcUrl, String... settings) {
		return MountedApplication.startChild(jdbcUrl, this.directory, settings);
	}

	/**
	 * Starts the application with folders; returns when it is mounted.
	 */
	ChildProgram startTree(String jdbcUrl, String... settings) {
		return TreeApplication.startChild(jdbcUrl, this.directory, settings);
	}

	/**
	 * Starts the application whose users do not see the same, for several users of the
	 * machine; returns when it is mounted.
	 */
	ChildProgram startDesk(String jdbcUrl, String... settings) {
		Shell.in(Path.of("/")).check("chmod a+rx " + Shell.quote(this.directory));
		return DeskApplication.startChild(jdbcUrl, this.directory, settings);
	}

	/**
	 * Starts the application with a limit of file descriptors; returns when it is
	 * mounted.
	 */
	ChildProgram startWithDescriptors(int limit, String jdbcUrl, String... settings) {
		List<String> launcher = List.of("sh", "-c", "ulimit -n " + limit + " && exec \"$0\" \"$@\"");
		return MountedApplication.startChild(launcher, jdbcUrl, this.directory, settings);
	}

	/**
	 * Starts the application with so much heap at most; returns when it is mounted.
	 * @param options further options of the JVM
	 */
	ChildProgram startWithHeap(int megabytes, String options, String jdbcUrl, String... settings) {
		// Wins over what the command line of the program says.
		List<String> launcher = List.of("env", "_JAVA_OPTIONS=-Xmx" + megabytes + "m " + options);
		return MountedApplication.startChild(launcher, jdbcUrl, this.directory, settings);
	}

	/** Returns the URL of a database that keeps what it commits. */
	String h2Url() {
		return "jdbc:h2:file:" + resolve("h2") + ";WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE";
	}

	Path directory() {
		return this.directory;
	}

	Path resolve(String name) {
		return this.directory.resolve(name);
	}

	Path mountPoint() {
		return resolve("mnt");
	}

	Path files() {
		return MountedApplication.files(this.directory);
	}

	Path tree() {
		return TreeApplication.tree(this.directory);
	}

	Path spool() {
		return resolve("spool");
	}

	/**
	 * Waits until the spool keeps this content, wherever in it. Programs do not wait for
	 * that: the kernel says that the last handle is closed after {@code close} has
	 * returned.
	 */
	void awaitKept(String content) {
		Patience.await(() -> kept().contains(content));
	}

	private List<String> kept() throws IOException {
		List<String> contents = new ArrayList<>();
		try (Stream<Path> files = Files.find(spool(), 3,
				(path, attributes) -> attributes.isRegularFile() && !spool().equals(path.getParent()))) {
			for (Path file : files.toList()) {
				contents.add(Files.readString(file));
			}
		}
		return contents;
	}

	/**
	 * Waits until the filesystem has released all open files: the kernel reports the
	 * close of the last handle after {@code close} has returned. Opening the files to
	 * check would keep them open. Empty files are those that the spool keeps ready.
	 */
	void awaitAllClosed() {
		Patience.await(() -> {
			try (DirectoryStream<Path> open = Files.newDirectoryStream(spool(),
					(file) -> file.toString().endsWith(".spool") && Files.size(file) > 0)) {
				return !open.iterator().hasNext();
			}
		});
	}

	boolean isMounted() throws IOException {
		return Files.readString(Path.of("/proc/self/mounts")).contains(" " + mountPoint() + " ");
	}

	@Override
	public void close() throws IOException {
		String quoted = Shell.quote(mountPoint());
		Shell shell = Shell.in(Path.of("/"));
		while (isMounted()) {
			shell.check("umount -l " + quoted + " || fusermount -uz " + quoted);
		}
		shell.check("rm -r --one-file-system " + Shell.quote(this.directory));
	}

}
