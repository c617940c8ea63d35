package io.fusemount.transport.device.mount;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import io.fusemount.core.mount.MountException;
import io.fusemount.core.mount.MountException.Reason;
import io.fusemount.transport.device.libc.LibC;
import io.fusemount.transport.device.libc.Native;
import io.fusemount.transport.device.libc.NativeText;
import jnr.ffi.Memory;
import jnr.ffi.Pointer;
import org.jspecify.annotations.Nullable;

/**
 * A process of {@code fusermount}, the helper that mounts and unmounts for users without
 * the permission, and that unmounts when the process that it mounted for dies.
 */
final class Helper {

	private static final int SPAWN_FILE_ACTIONS_SIZE = 256;

	private static final int O_CLOEXEC = 02000000;

	private static final int EINTR = 4;

	private static final int SIGKILL = 9;

	/** The helper's end of the socket through which it sends the device. */
	private static final int SOCKET_IN_HELPER = 3;

	private final int pid;

	private final int stderr;

	private Helper(int pid, int stderr) {
		this.pid = pid;
		this.stderr = stderr;
	}

	/**
	 * Requires that the helper is installed.
	 * @throws MountException {@code NO_FUSERMOUNT} if it is not
	 */
	static void require() {
		program();
	}

	/**
	 * Starts the helper.
	 * @param socket the socket for {@code _FUSE_COMMFD}, or {@code null}
	 */
	static Helper start(@Nullable Integer socket, String... arguments) {
		LibC c = Native.libc();
		String program = program();
		int[] pipe = new int[2];
		if (c.pipe2(pipe, O_CLOEXEC) != 0) {
			throw new MountException(Reason.OTHER, "No pipe: " + Native.describe(Native.errno()));
		}
		List<String> command = new ArrayList<>(List.of("fusermount"));
		command.addAll(Arrays.asList(arguments));
		Pointer actions = Memory.allocateDirect(Native.RUNTIME, SPAWN_FILE_ACTIONS_SIZE, true);
		c.posix_spawn_file_actions_init(actions);
		try {
			c.posix_spawn_file_actions_adddup2(actions, pipe[1], 2);
			if (socket != null) {
				c.posix_spawn_file_actions_adddup2(actions, socket, SOCKET_IN_HELPER);
			}
			closeOthers(c, actions);
			Pointer argv = NativeText.array(Native.RUNTIME, command);
			Pointer envp = NativeText.array(Native.RUNTIME,
					List.of("PATH=" + String.join(":", directories()), "_FUSE_COMMFD=" + SOCKET_IN_HELPER, "LC_ALL=C"));
			int[] pid = new int[1];
			int error = c.posix_spawnp(pid, NativeText.encode(program), actions, Pointer.wrap(Native.RUNTIME, 0), argv,
					envp);
			if (error != 0) {
				c.close(pipe[0]);
				throw new MountException(Reason.OTHER, program + " does not start: " + Native.describe(error));
			}
			return new Helper(pid[0], pipe[0]);
		}
		finally {
			c.close(pipe[1]);
			c.posix_spawn_file_actions_destroy(actions);
		}
	}

	/**
	 * Keeps the JVM's files and sockets, which are inherited by default, from the helper,
	 * which would hold ports and connections after the death of the JVM.
	 */
	private static void closeOthers(LibC c, Pointer actions) {
		try {
			c.posix_spawn_file_actions_addclosefrom_np(actions, SOCKET_IN_HELPER + 1);
		}
		catch (UnsatisfiedLinkError ex) {
			// With a glibc before 2.34.
			String[] open = Objects.requireNonNullElse(new File("/proc/self/fd").list(), new String[0]);
			for (String descriptor : open) {
				if (Integer.parseInt(descriptor) > SOCKET_IN_HELPER) {
					c.posix_spawn_file_actions_addclose(actions, Integer.parseInt(descriptor));
				}
			}
		}
	}

	/**
	 * Waits for the end of the helper.
	 * @return its complaint, empty if it succeeded
	 */
	String complaint() {
		ByteArrayOutputStream text = new ByteArrayOutputStream();
		byte[] buffer = new byte[1024];
		for (;;) {
			long length = Native.libc().read(this.stderr, buffer, buffer.length);
			if (length > 0) {
				text.write(buffer, 0, (int) length);
			}
			else if (length == 0 || Native.errno() != EINTR) {
				break;
			}
		}
		Native.libc().close(this.stderr);
		int status = reap();
		String complaint = text.toString(StandardCharsets.UTF_8).strip();
		return (status == 0) ? "" : complaint.isEmpty() ? "fusermount ended with status " + status : complaint;
	}

	/**
	 * Lets the helper run on until {@link #kill()}.
	 */
	void detach() {
		Native.libc().close(this.stderr);
	}

	/**
	 * Ends a helper that was left running, if this process has the permission. From
	 * version 3.17 on, the helper runs entirely as root, and an ordinary user has no
	 * permission.
	 */
	void kill() {
		Native.libc().kill(this.pid, SIGKILL);
	}

	/**
	 * Waits for the end of a helper that was left running.
	 */
	void awaitEnd() {
		reap();
	}

	private int reap() {
		int[] status = new int[1];
		while (Native.libc().waitpid(this.pid, status, 0) < 0 && Native.errno() == EINTR) {
			// Interrupted by a signal: wait again.
		}
		return status[0];
	}

	private static String program() {
		return directories().stream()
			.flatMap((directory) -> Stream.of("fusermount", "fusermount3")
				.map((name) -> Path.of(directory).resolve(name)))
			.filter(Files::isExecutable)
			.map(Path::toString)
			.findFirst()
			.orElseThrow(() -> new MountException(Reason.NO_FUSERMOUNT,
					"The program fusermount, which mounting requires, is not installed"));
	}

	private static List<String> directories() {
		List<String> directories = new ArrayList<>(List.of("/usr/bin", "/bin", "/usr/local/bin", "/usr/sbin", "/sbin"));
		String path = System.getenv("PATH");
		if (path != null) {
			directories.addAll(Arrays.asList(path.split(":")));
		}
		return directories;
	}

}
