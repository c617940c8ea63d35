package io.fusemount.bench.transport;

import java.io.IOException;
import java.nio.file.Path;

import io.fusemount.bench.server.TransportMount;

/**
 * A process that mounts the null filesystem with the transport until its input ends.
 */
public final class TransportServer {

	private TransportServer() {
	}

	public static void main(String[] arguments) throws IOException {
		TransportMount.untilInputEnds(new NullFileSystem(), Path.of(arguments[0]));
	}

}
