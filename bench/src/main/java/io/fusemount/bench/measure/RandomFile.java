package io.fusemount.bench.measure;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.SplittableRandom;

/**
 * A temporary local file of random bytes, which no database can compress.
 */
public final class RandomFile implements AutoCloseable {

	private static final int PIECE = 1 << 20;

	private final Path path;

	/**
	 * Creates the file; its bytes are the same each time.
	 */
	public RandomFile(int mebibytes) throws IOException {
		this.path = Files.createTempFile("fusemount-bench", ".bin");
		SplittableRandom random = new SplittableRandom(1);
		byte[] piece = new byte[PIECE];
		try (FileChannel channel = FileChannel.open(this.path, StandardOpenOption.WRITE)) {
			for (int i = 0; i < mebibytes; i++) {
				random.nextBytes(piece);
				channel.write(ByteBuffer.wrap(piece));
			}
			// Leaves nothing for the kernel to write while others are measured.
			channel.force(true);
		}
	}

	public Path path() {
		return this.path;
	}

	@Override
	public void close() throws IOException {
		Files.delete(this.path);
	}

}
