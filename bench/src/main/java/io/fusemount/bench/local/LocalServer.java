package io.fusemount.bench.local;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

import io.fusemount.bench.server.OneFileSystem;
import io.fusemount.bench.server.TransportMount;

/**
 * A process that exposes a local file through the transport until its input ends.
 */
public final class LocalServer {

	private LocalServer() {
	}

	/**
	 * Runs the server.
	 * @param arguments {@code channel}, {@code mapped} or {@code splice}, the file, and
	 * the mount point
	 */
	public static void main(String[] arguments) throws IOException {
		try (FileChannel channel = FileChannel.open(Path.of(arguments[1]))) {
			OneFileSystem fileSystem = switch (arguments[0]) {
				case "channel" -> new LocalFileSystem.Channel(channel);
				case "mapped" -> new LocalFileSystem.Mapped(channel);
				default -> new LocalFileSystem.Spliced(Path.of(arguments[1]), channel);
			};
			TransportMount.untilInputEnds(fileSystem, Path.of(arguments[2]));
		}
	}

}
