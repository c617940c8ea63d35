package io.fusemount.conformance.crash;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;

/**
 * The system calls of a writer, in pieces and sizes of every kind.
 */
final class Hand {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private static final int MAX_PIECE = 128 * 1024;

	private final Path directory;

	private final Random random;

	Hand(Path directory, Random random) {
		this.directory = directory;
		this.random = random;
	}

	/** Returns content of a random size from zero to a few MB, most of it small. */
	byte[] content() {
		int size = switch (this.random.nextInt(16)) {
			case 0 -> 0;
			case 1 -> 1;
			case 2 -> 4096;
			case 3 -> 65_536 + this.random.nextInt(3) - 1;
			case 4 -> this.random.nextInt(3 * 1024 * 1024);
			case 5, 6, 7 -> this.random.nextInt(300_000);
			default -> this.random.nextInt(5_000);
		};
		byte[] content = new byte[size];
		this.random.nextBytes(content);
		return content;
	}

	/** Opens the file, writes and closes it. */
	void store(String name, byte[] content, StandardOpenOption option) throws IOException {
		try (FileChannel channel = open(name, option)) {
			write(channel, content);
		}
	}

	FileChannel open(String name, StandardOpenOption... options) throws IOException {
		StandardOpenOption[] all = Arrays.copyOf(options, options.length + 1);
		all[options.length] = StandardOpenOption.WRITE;
		return FileChannel.open(path(name), all);
	}

	/** Writes from the channel's position on, in pieces of random sizes. */
	void write(FileChannel channel, byte[] content) throws IOException {
		int at = 0;
		while (at < content.length) {
			int length = Math.min(content.length - at, 1 + this.random.nextInt(MAX_PIECE));
			ByteBuffer piece = ByteBuffer.wrap(content, at, length);
			while (piece.hasRemaining()) {
				channel.write(piece);
			}
			at += length;
		}
	}

	/** Calls {@code rename} and nothing else. */
	void move(String source, String target) throws IOException {
		Files.move(path(source), path(target), StandardCopyOption.ATOMIC_MOVE);
	}

	byte[] read(String name) throws IOException {
		return Files.readAllBytes(path(name));
	}

	void delete(String name) throws IOException {
		Files.delete(path(name));
	}

	void makeDirectory(String name) throws IOException {
		Files.createDirectory(path(name));
	}

	/**
	 * Calls {@code rmdir} until files that were deleted in the directory are closed, too.
	 */
	void removeDirectory(String name) throws IOException {
		whileNotEmpty(() -> Files.delete(path(name)));
	}

	/**
	 * Calls {@code rename} until files that were deleted in the target are closed, too.
	 */
	void moveDirectory(String source, String target) throws IOException {
		whileNotEmpty(() -> move(source, target));
	}

	/**
	 * Repeats the call while a directory is not empty. The kernel releases the last
	 * handle after {@code close} has returned; until then, a deleted file exists under a
	 * hidden name.
	 */
	private static void whileNotEmpty(Call call) throws IOException {
		long end = System.nanoTime() + PATIENCE.toNanos();
		for (;;) {
			try {
				call.call();
				return;
			}
			catch (FileSystemException ex) {
				boolean notEmpty = ex instanceof DirectoryNotEmptyException
						|| String.valueOf(ex.getReason()).contains("not empty");
				if (!notEmpty || System.nanoTime() > end) {
					throw ex;
				}
				Thread.onSpinWait();
			}
		}
	}

	private Path path(String name) {
		return this.directory.resolve(name);
	}

	/** A system call. */
	@FunctionalInterface
	private interface Call {

		void call() throws IOException;

	}

}
