package io.fusemount.transport.jnr;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.fusemount.core.errno.ErrnoTranslators;
import io.fusemount.core.mount.MountOptions;
import io.fusemount.core.mount.TransportSession;
import io.fusemount.core.operation.Dispatcher;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.vfs.VirtualFileSystem;

/**
 * A filesystem mounted at a temporary directory until it is closed.
 */
final class Mounted implements AutoCloseable {

	static final Duration PATIENCE = Duration.ofSeconds(60);

	final Path root;

	final TransportSession session;

	Mounted(VirtualFileSystem fileSystem) {
		this(fileSystem, 8, 2);
	}

	Mounted(VirtualFileSystem fileSystem, int workers, int readers) {
		this(fileSystem, workers, readers, new OperationListener() {
		});
	}

	Mounted(VirtualFileSystem fileSystem, int workers, int readers, OperationListener listener) {
		try {
			this.root = Files.createTempDirectory("fusemount-test");
			this.session = mount(fileSystem, options(this.root, workers, readers), listener);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	static MountOptions options(Path root, int workers, int readers) {
		return new MountOptions("test", root, false, false, false, workers, readers);
	}

	static TransportSession mount(VirtualFileSystem fileSystem, MountOptions options, OperationListener listener) {
		return new JnrTransport().mount(fileSystem, new Dispatcher(new ErrnoTranslators(List.of()), listener), options);
	}

	/**
	 * Runs a line of shell in the mounted root.
	 * @return the output, including errors, and the exit status unless it is 0
	 */
	String shell(String line) {
		return run(this.root, "sh", "-c", line);
	}

	static String run(Path directory, String... command) {
		try {
			Process process = new ProcessBuilder(command).directory(directory.toFile())
				.redirectErrorStream(true)
				.start();
			process.getOutputStream().close();
			String output = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8)
				.strip();
			if (!process.waitFor(60, TimeUnit.SECONDS)) {
				process.destroyForcibly();
				return output + " (hangs)";
			}
			return (process.exitValue() == 0) ? output : (output + " (" + process.exitValue() + ")").strip();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public void close() {
		try {
			this.session.unmount(PATIENCE);
			Files.deleteIfExists(this.root);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
