package io.fusemount.transport.linux.uring;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import com.kenai.jffi.MemoryIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RingEntryTests {

	private static final MemoryIO MEMORY = MemoryIO.getInstance();

	private static final int SIZE = 1 << 20;

	private static final byte USED = 1;

	private final RingEntry entry = new RingEntry(16, 0, SIZE);

	@AfterEach
	void free() {
		this.entry.free();
	}

	@Test
	void memoryOfLargeContentIsGivenBackAndNoOther() {
		MEMORY.setMemory(this.entry.content(), SIZE, USED);
		this.entry.answer(SIZE, 0);
		assertThat(this.entry.isLarge()).isTrue();
		this.entry.shrink();
		assertThat(this.entry.isLarge()).isFalse();
		assertThat(MEMORY.getByte(this.entry.content())).isEqualTo(USED);
		assertThat(MEMORY.getByte(this.entry.content() + SIZE / 2)).as("given back").isZero();
		assertThat(MEMORY.getByte(this.entry.content() + SIZE - 1)).as("given back").isZero();
	}

	/** The C library would keep it for a thread that may never come back. */
	@Test
	void memoryIsGivenBackWithTheEntry() throws IOException {
		for (int i = 0; i < 3; i++) {
			RingEntry other = new RingEntry(17, 0, SIZE);
			long place = other.vector() + SIZE / 2;
			assertThat(isMapped(place)).isTrue();
			other.free();
			assertThat(isMapped(place)).isFalse();
		}
	}

	private static boolean isMapped(long address) throws IOException {
		return Files.readAllLines(Path.of("/proc/self/maps"))
			.stream()
			.map((line) -> line.substring(0, line.indexOf(' ')).split("-"))
			.anyMatch((range) -> Long.parseUnsignedLong(range[0], 16) <= address
					&& address < Long.parseUnsignedLong(range[1], 16));
	}

	@Test
	void memoryOfSmallContentIsKept() {
		this.entry.answer(1 << 16, 0);
		assertThat(this.entry.isLarge()).isFalse();
	}

}
