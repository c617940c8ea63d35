package io.fusemount.bench.server;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import io.fusemount.core.errno.ErrnoTranslators;
import io.fusemount.core.mount.MountOptions;
import io.fusemount.core.mount.Transport;
import io.fusemount.core.mount.TransportSession;
import io.fusemount.core.operation.Dispatcher;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.vfs.VirtualFileSystem;
import io.fusemount.transport.jnr.JnrTransport;
import io.fusemount.transport.linux.LinuxTransport;

/**
 * A filesystem mounted by the transport, without the rest of FuseMount.
 */
public final class TransportMount {

	private static final int WORKERS = 16;

	private TransportMount() {
	}

	/**
	 * Mounts the filesystem until the input of this process ends, with the kernel's own
	 * protocol unless the system property {@code transport} is {@code jnr}, and by
	 * io_uring where the kernel offers it unless the property is {@code device}.
	 */
	public static void untilInputEnds(VirtualFileSystem fileSystem, Path mountPoint) throws IOException {
		String wanted = System.getProperty("transport", "");
		Transport transport = wanted.equals("jnr") ? new JnrTransport() : new LinuxTransport(!wanted.equals("device"));
		TransportSession session = mount(transport, fileSystem, mountPoint);
		System.in.transferTo(OutputStream.nullOutputStream());
		session.unmount(Duration.ofSeconds(10));
	}

	static TransportSession mount(Transport transport, VirtualFileSystem fileSystem, Path mountPoint) {
		Dispatcher dispatcher = new Dispatcher(new ErrnoTranslators(List.of()), new OperationListener() {
		});
		MountOptions options = new MountOptions("bench", mountPoint, true, false, false, WORKERS, 0);
		return transport.mount(fileSystem, dispatcher, options);
	}

}
