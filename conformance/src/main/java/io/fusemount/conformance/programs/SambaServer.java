package io.fusemount.conformance.programs;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.shell.ShellResult;

/**
 * A Samba server with one share, {@code files}, for guests of this machine.
 */
public final class SambaServer implements AutoCloseable {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final Process process;

	private final Path workspace;

	private final int port;

	private SambaServer(Process process, Path workspace, int port) {
		this.process = process;
		this.workspace = workspace;
		this.port = port;
	}

	/**
	 * Starts a server for a directory; returns when it answers.
	 */
	public static SambaServer share(Path directory) throws IOException {
		Path workspace = Files.createTempDirectory("samba");
		int port = freePort();
		Files.writeString(workspace.resolve("smb.conf"), configuration(directory, workspace, port));
		// The server creates a process group of its own, and needs it: at its end it
		// kills the group.
		Process process = new ProcessBuilder("smbd", "--foreground", "-s", workspace.resolve("smb.conf").toString())
			.redirectErrorStream(true)
			.redirectOutput(workspace.resolve("output").toFile())
			.start();
		SambaServer server = new SambaServer(process, workspace, port);
		server.awaitReady();
		return server;
	}

	private static int freePort() throws IOException {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			return socket.getLocalPort();
		}
	}

	private static String configuration(Path directory, Path workspace, int port) {
		return """
				[global]
				server role = standalone server
				map to guest = bad user
				guest account = %s
				%s
				[files]
				path = %s
				guest ok = yes
				read only = no
				""".formatted(System.getProperty("user.name"), SambaSettings.keptIn(workspace, port), directory);
	}

	private void awaitReady() {
		long end = System.nanoTime() + PATIENCE.toNanos();
		ShellResult result = client("ls");
		while (!result.isSuccess() && this.process.isAlive() && System.nanoTime() < end) {
			result = client("ls");
		}
		if (!result.isSuccess()) {
			String log = Shell.in(this.workspace).run("cat output log").output();
			close();
			throw new AssertionError(result + "\n" + log);
		}
	}

	/** Runs commands of {@code smbclient}, which must succeed. */
	public String run(String commands) {
		return client(commands).requireSuccess().output();
	}

	private ShellResult client(String commands) {
		return Shell.in(this.workspace).run(command(commands) + " 2>&1");
	}

	/**
	 * Returns the shell command by which {@code smbclient} runs commands, and waits up to
	 * ten minutes for each answer.
	 */
	public String command(String commands) {
		return "smbclient //127.0.0.1/files -N -t 600 -p %d -s %s -c %s".formatted(this.port,
				Shell.quote(this.workspace.resolve("smb.conf")), Shell.quote(commands));
	}

	@Override
	public void close() {
		this.process.descendants().forEach(ProcessHandle::destroy);
		this.process.destroy();
		this.process.onExit().orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
		Shell.in(Path.of("/")).check("rm -r " + Shell.quote(this.workspace));
	}

}
