package io.fusemount.bench.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

import io.fusemount.bench.measure.Measurement;
import io.fusemount.bench.measure.Stopwatch;

/**
 * The load of a program that reads a file from start to end, 1 MiB at a time, for which
 * the kernel makes requests of at most 128 KiB.
 */
public final class SequentialReads {

	private static final int PIECE = 1 << 20;

	private SequentialReads() {
	}

	/**
	 * Opens and reads a file. The kernel drops its pages of a file when the file is
	 * opened, so all of them come from the server.
	 */
	public static Measurement run(MountServer server, Path file) throws Exception {
		return Stopwatch.time(server::cpuNanos, () -> read(file));
	}

	/**
	 * Opens and reads a file.
	 * @return the length of the file
	 */
	public static long read(Path file) throws IOException {
		ByteBuffer piece = ByteBuffer.allocateDirect(PIECE);
		try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
			long total = 0;
			for (int length = 0; length >= 0; length = channel.read(piece.clear())) {
				total += length;
			}
			return total;
		}
	}

}
