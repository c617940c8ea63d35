package io.fusemount.sample;

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

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A server that shares the mount with other machines, set up by a file of {@code deploy}.
 */
final class ShareServer implements AutoCloseable {

	static final Path DEPLOY = Path.of("../deploy").toAbsolutePath().normalize();

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final Process process;

	private final Path output;

	private ShareServer(Process process, Path output) {
		this.process = process;
		this.output = output;
	}

	/**
	 * Starts a server.
	 * @param ready a line of the shell that succeeds when it serves
	 */
	static ShareServer start(Path workspace, List<String> command, String ready) throws IOException {
		Path output = workspace.resolve("output");
		Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile()).start();
		ShareServer server = new ShareServer(process, output);
		try {
			await().atMost(PATIENCE).untilAsserted(() -> {
				ShellResult result = Shell.in(workspace).run(ready);
				assertThat(result.isSuccess()).as("%s\n%s", result, Files.readString(output)).isTrue();
			});
		}
		catch (Throwable ex) {
			server.close();
			throw ex;
		}
		return server;
	}

	static int freePort() throws IOException {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			return socket.getLocalPort();
		}
	}

	@Override
	public void close() {
		this.process.descendants().forEach(ProcessHandle::destroy);
		this.process.destroy();
		this.process.onExit().orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
	}

	@Override
	public String toString() {
		return this.output.toString();
	}

}
