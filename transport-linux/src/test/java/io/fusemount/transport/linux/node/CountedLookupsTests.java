package io.fusemount.transport.linux.node;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

import io.fusemount.core.name.Name;
import io.fusemount.core.operation.Attempt;
import io.fusemount.transport.device.libc.Native;
import io.fusemount.transport.device.protocol.FuseProtocol;
import io.fusemount.transport.linux.crash.CrashMemory;
import io.fusemount.transport.linux.crash.Remains;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The look-ups that the next process counts after a crash. {@code /dev/null} takes every
 * answer, as a kernel does that waits for all of them.
 */
class CountedLookupsTests {

	private static final int SIZE = 8192;

	private static final long NUMBER = 8;

	private int everybodyWaits;

	private CrashMemory memory;

	private Places places;

	private KernelNode node;

	@BeforeEach
	void create() throws IOException {
		this.everybodyWaits = Native.libc().open("/dev/null\0".getBytes(StandardCharsets.US_ASCII), 1);
		this.memory = CrashMemory.create("test", 1, SIZE);
		this.places = new Places();
		this.places.keep(this.memory.notebook());
		this.node = this.places.add(this.places.add(null, null, false), new Name("a"), false);
	}

	@AfterEach
	void close() {
		Attempt.unbind();
		Native.libc().close(this.everybodyWaits);
		this.memory.close();
	}

	@Test
	void thoseThatWereAnsweredCount() {
		tell(6, 2);
		assertThat(left()).isEqualTo(2);
	}

	@Test
	void thoseOfARequestThatWasNotAnsweredDoNot() {
		tell(6, 2);
		unanswered();
		tell(NUMBER, 3);
		assertThat(left()).isEqualTo(2);
	}

	@Test
	void thoseThatTheRequestHasTakenBackAreNotTakenBackTwice() {
		tell(6, 2);
		unanswered();
		tell(NUMBER, 1);
		this.node.discount(1);
		this.places.note(this.node);
		assertThat(left()).isEqualTo(2);
	}

	private void tell(long request, int times) {
		Attempt.bind(request, false);
		for (int i = 0; i < times; i++) {
			this.places.tell(this.node);
		}
	}

	/** Writes a request to the buffer of a thread, as the kernel does. */
	private void unanswered() {
		Objects.requireNonNull(this.memory.slots().take())
			.order(ByteOrder.nativeOrder())
			.put(0, ByteBuffer.allocate(SIZE / 2)
				.order(ByteOrder.nativeOrder())
				.putInt(0, SIZE / 2)
				.putLong(FuseProtocol.IN_UNIQUE, NUMBER)
				.array());
	}

	/** Returns how many look-ups the next process counts. */
	private long left() {
		Remains found = Remains.read(Native.libc().fcntl(this.memory.descriptor(), 1030, 0), SIZE, this.everybodyWaits);
		Places next = new Places();
		next.add(null, null, false);
		next.read(Objects.requireNonNull(found).notes());
		return Objects.requireNonNull(next.get(this.node.id)).lookups();
	}

}
