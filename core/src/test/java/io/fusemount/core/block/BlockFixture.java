package io.fusemount.core.block;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

import io.fusemount.core.channel.OpenChannels;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A store in a directory of its own, and contents whose bytes all have one value.
 */
@Timeout(600)
abstract class BlockFixture {

	static final int KIB = 1 << 10;

	static final int MIB = 1 << 20;

	static final long LIMIT = 64 * MIB;

	final OpenChannels channels = new OpenChannels(10);

	@TempDir
	Path directory;

	BlockStore store;

	@BeforeEach
	void create() {
		this.store = open();
	}

	BlockStore open() {
		return new BlockStore(this.directory, this.channels, LIMIT, new Silent());
	}

	static Extents filled(BlockStore store, int size, int value) throws IOException {
		Extents extents = new Extents(store, size);
		store(extents, 0, size, value);
		return extents;
	}

	static void store(Extents extents, long position, int length, int value) throws IOException {
		for (int at = 0; at < length; at += MIB) {
			extents.store(position + at, bytes(Math.min(MIB, length - at), value));
		}
	}

	static ByteBuffer bytes(int length, int value) {
		ByteBuffer bytes = ByteBuffer.allocate(length);
		while (bytes.hasRemaining()) {
			bytes.put((byte) value);
		}
		return bytes.flip();
	}

	static int read(Extents extents, long position) {
		return extents.read(position, position + 10, ByteBuffer.allocate(10));
	}

	static void requireOnly(Extents extents, long position, int length, int value) {
		ByteBuffer read = ByteBuffer.allocate(length);
		while (read.hasRemaining()) {
			long at = position + read.position();
			assertThat(extents.read(at, position + length, read)).as("Bytes at " + at).isPositive();
		}
		assertThat(read.flip()).isEqualTo(bytes(length, value));
	}

	List<Path> files() throws IOException {
		if (!Files.isDirectory(this.directory)) {
			return List.of();
		}
		try (Stream<Path> files = Files.list(this.directory)) {
			return files.toList();
		}
	}

	/** Truncates a file from outside. */
	static void cutOff(Path file, long bytes) throws IOException {
		try (FileChannel others = FileChannel.open(file, StandardOpenOption.WRITE)) {
			others.truncate(bytes);
		}
	}

}
