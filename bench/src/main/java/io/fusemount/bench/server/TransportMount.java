package io.fusemount.bench.server;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import io.fusemount.core.errno.ErrnoTranslators;
import io.fusemount.core.mount.MountOptions;
import io.fusemount.core.mount.TransportSession;
import io.fusemount.core.operation.Dispatcher;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.vfs.VirtualFileSystem;
import io.fusemount.transport.jnr.JnrTransport;

/**
 * A filesystem mounted by the transport, with nothing else of FuseMount.
 */
public final class TransportMount {

	private static final int WORKERS = 16;

	private TransportMount() {
	}

	/**
	 * Mounts it until the input of this process ends.
	 */
	public static void untilInputEnds(VirtualFileSystem fileSystem, Path mountPoint) throws IOException {
		Dispatcher dispatcher = new Dispatcher(new ErrnoTranslators(List.of()), new OperationListener() {
		});
		MountOptions options = new MountOptions("bench", mountPoint, true, false, false, WORKERS, 0);
		TransportSession session = new JnrTransport().mount(fileSystem, dispatcher, options);
		System.in.transferTo(OutputStream.nullOutputStream());
		session.unmount(Duration.ofSeconds(10));
	}

}
