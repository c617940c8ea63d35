package io.fusemount.bench.transport;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import io.fusemount.core.errno.ErrnoTranslators;
import io.fusemount.core.mount.MountOptions;
import io.fusemount.core.mount.TransportSession;
import io.fusemount.core.operation.Dispatcher;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.transport.jnr.JnrTransport;

/**
 * A process that mounts the null filesystem with the transport until its input ends.
 */
final class TransportServer {

	private static final int WORKERS = 16;

	private TransportServer() {
	}

	public static void main(String[] arguments) throws IOException {
		Dispatcher dispatcher = new Dispatcher(new ErrnoTranslators(List.of()), new OperationListener() {
		});
		MountOptions options = new MountOptions("bench", Path.of(arguments[0]), true, false, false, WORKERS, 0);
		TransportSession session = new JnrTransport().mount(new NullFileSystem(), dispatcher, options);
		System.in.transferTo(java.io.OutputStream.nullOutputStream());
		session.unmount(Duration.ofSeconds(10));
	}

}
