package io.fusemount.bench.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The load of a program that copies a local file to a new one, 1 MiB at a time, until it
 * is stored.
 */
public final class SequentialWrites {

	private static final int PIECE = 1 << 20;

	private SequentialWrites() {
	}

	/**
	 * Copies a file.
	 * @return the length of the file
	 */
	public static long copy(Path source, Path target) throws IOException {
		ByteBuffer piece = ByteBuffer.allocateDirect(PIECE);
		try (FileChannel in = FileChannel.open(source);
				FileChannel out = FileChannel.open(target, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
			while (in.read(piece.clear()) > 0) {
				piece.flip();
				while (piece.hasRemaining()) {
					out.write(piece);
				}
			}
			out.force(true);
			return in.position();
		}
	}

}
