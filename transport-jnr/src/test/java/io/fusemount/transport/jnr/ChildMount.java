package io.fusemount.transport.jnr;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.fusemount.core.mount.TransportSession;
import io.fusemount.core.operation.OperationListener;

/**
 * A JVM of its own that mounts a filesystem, for tests that kill it or start it with
 * unusual options.
 */
final class ChildMount implements AutoCloseable {

	static final String NAME = "Größe 文書";

	private final Process process;

	private final BufferedReader output;

	/** The set of signals with handlers before and after mounting. */
	final String signals;

	ChildMount(Path root, String... options) throws IOException {
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
		command.addAll(List.of(options));
		command
			.addAll(List.of("-cp", System.getProperty("java.class.path"), ChildMount.class.getName(), root.toString()));
		ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
		builder.environment().put("LC_ALL", "C");
		this.process = builder.start();
		this.output = this.process.inputReader(StandardCharsets.US_ASCII);
		this.signals = this.output.readLine();
	}

	long pid() {
		return this.process.pid();
	}

	/**
	 * Returns the helper that unmounts when the JVM dies.
	 */
	ProcessHandle helper() {
		return this.process.children().findFirst().orElseThrow();
	}

	void kill() throws InterruptedException {
		this.process.destroyForcibly().waitFor();
	}

	/**
	 * Makes the process unmount and waits for its end.
	 */
	@Override
	public void close() throws IOException {
		this.process.getOutputStream().close();
		try {
			this.process.waitFor();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			this.process.destroyForcibly();
		}
	}

	/**
	 * Mounts until its input ends.
	 */
	public static void main(String[] arguments) throws IOException {
		MemoryFileSystem fileSystem = new MemoryFileSystem();
		fileSystem.file("/" + NAME, "content");
		String before = caughtSignals();
		TransportSession session = Mounted.mount(fileSystem, Mounted.options(Path.of(arguments[0]), 4, 2),
				new OperationListener() {
				});
		System.out.println(before + " " + caughtSignals());
		new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII)).readLine();
		session.unmount(Mounted.PATIENCE);
	}

	private static String caughtSignals() throws IOException {
		return Files.readAllLines(Path.of("/proc/self/status"))
			.stream()
			.filter((line) -> line.startsWith("SigCgt"))
			.findFirst()
			.orElseThrow()
			.replaceAll("\\s", "");
	}

}
