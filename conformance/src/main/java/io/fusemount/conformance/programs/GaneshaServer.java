package io.fusemount.conformance.programs;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.shell.ShellResult;

/**
 * An NFS server in a process of its own, nfs-ganesha, that exports one directory to this
 * machine. It queries the attributes of a file each time; by default they could be a
 * minute old.
 */
final class GaneshaServer implements AutoCloseable {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final Process process;

	private final Path workspace;

	private final int port;

	private GaneshaServer(Process process, Path workspace, int port) {
		this.process = process;
		this.workspace = workspace;
		this.port = port;
	}

	static GaneshaServer export(Path directory) throws IOException {
		Path workspace = Files.createTempDirectory("ganesha");
		int port = freePort();
		Files.writeString(workspace.resolve("ganesha.conf"), configuration(directory, port));
		Process process = new ProcessBuilder("ganesha.nfsd", "-F", "-f", workspace.resolve("ganesha.conf").toString(),
				"-L", workspace.resolve("log").toString(), "-p", workspace.resolve("pid").toString())
			.redirectErrorStream(true)
			.redirectOutput(workspace.resolve("output").toFile())
			.start();
		GaneshaServer server = new GaneshaServer(process, workspace, port);
		server.awaitReady();
		return server;
	}

	private static int freePort() throws IOException {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			return socket.getLocalPort();
		}
	}

	private static String configuration(Path directory, int port) {
		String text = """
				NFS_CORE_PARAM {
					Protocols = 4;
					NFS_Port = %d;
					Bind_addr = 127.0.0.1;
					Enable_NLM = false;
					Enable_RQUOTA = false;
				}
				NFSV4 { Graceless = true; }
				EXPORT {
					Export_Id = 1;
					Path = "%s";
					Pseudo = /export;
					Access_Type = RW;
					Squash = None;
					SecType = sys;
					Attr_Expiration_Time = 0;
					FSAL { Name = VFS; }
				}
				""";
		return text.formatted(port, directory);
	}

	private void awaitReady() {
		long end = System.nanoTime() + PATIENCE.toNanos();
		ShellResult result = list();
		while (!result.isSuccess() && this.process.isAlive() && System.nanoTime() < end) {
			result = list();
		}
		if (!result.isSuccess()) {
			String log = Shell.in(this.workspace).run("cat output log").output();
			close();
			throw new AssertionError(result + "\n" + log);
		}
	}

	/** Returns the names that a client sees. */
	List<String> names() {
		return list().requireSuccess()
			.output()
			.lines()
			.map((line) -> line.substring(line.lastIndexOf(' ') + 1))
			.sorted()
			.toList();
	}

	private ShellResult list() {
		return Shell.in(this.workspace).run("nfs-ls " + Shell.quote(url("")) + " 2>&1");
	}

	/** Returns the content that a client sees. */
	String content(String name) {
		return Shell.in(this.workspace).check("nfs-cat " + Shell.quote(url("/" + name)));
	}

	private String url(String path) {
		return "nfs://127.0.0.1/export" + path + "?version=4&nfsport=" + this.port;
	}

	@Override
	public void close() {
		this.process.destroy();
		this.process.onExit().orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
		Shell.in(Path.of("/")).check("rm -r " + Shell.quote(this.workspace));
	}

}
