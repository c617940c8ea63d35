package io.fusemount.transport.linux.uring;

import com.kenai.jffi.MemoryIO;
import com.kenai.jffi.PageManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RingEntryTests {

	private static final MemoryIO MEMORY = MemoryIO.getInstance();

	private static final int SIZE = 1 << 20;

	private static final int PAGE = (int) PageManager.getInstance().pageSize();

	private static final byte USED = 1;

	private final RingEntry entry = new RingEntry(16, 0, SIZE);

	@AfterEach
	void free() {
		this.entry.free();
	}

	@Test
	void memoryOfLargeContentIsGivenBackAndNoOther() {
		MEMORY.setMemory(this.entry.content(), SIZE, USED);
		int length = SIZE - (int) ((this.entry.content() + SIZE) % PAGE) - PAGE / 2;
		this.entry.answer(length, 0);
		assertThat(this.entry.isLarge()).isTrue();
		this.entry.shrink();
		assertThat(this.entry.isLarge()).isFalse();
		assertThat(MEMORY.getByte(this.entry.content())).isEqualTo(USED);
		assertThat(MEMORY.getByte(this.entry.content() + SIZE / 2)).as("given back").isZero();
		assertThat(MEMORY.getByte(this.entry.content() + length - 1)).as("in a page that has other memory")
			.isEqualTo(USED);
	}

	@Test
	void memoryOfSmallContentIsKept() {
		this.entry.answer(1 << 16, 0);
		assertThat(this.entry.isLarge()).isFalse();
	}

}
