package io.fusemount.core.cache;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FetchBuffersTests {

	private static final int READERS = 32;

	private final FetchBuffers buffers = new FetchBuffers();

	@Test
	void howeverManyFetchAtOnceNoBufferIsLeftToTheGarbageCollector() {
		assertThat(used()).hasSize(READERS).isEqualTo(used());
	}

	private Set<ByteBuffer> used() {
		Set<ByteBuffer> used = Collections.newSetFromMap(new IdentityHashMap<>());
		List<FetchBuffers.Loan> loans = new ArrayList<>();
		for (int i = 0; i < READERS; i++) {
			FetchBuffers.Loan loan = this.buffers.take();
			loans.add(loan);
			used.add(loan.buffer());
		}
		loans.forEach(FetchBuffers.Loan::close);
		return used;
	}

}
