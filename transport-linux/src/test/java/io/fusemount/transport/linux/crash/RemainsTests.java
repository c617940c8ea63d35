package io.fusemount.transport.linux.crash;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

import io.fusemount.conformance.shell.Shell;
import io.fusemount.core.handover.NoteWriter;
import io.fusemount.core.handover.Notebook;
import io.fusemount.core.handover.Notebook.Kind;
import io.fusemount.core.operation.Attempt;
import io.fusemount.transport.device.libc.Native;
import io.fusemount.transport.device.protocol.FuseProtocol;
import io.fusemount.transport.device.store.LastingMemory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is left of a process that has crashed. {@code /dev/null} takes every answer, as a
 * kernel does that waits for all of them.
 */
class RemainsTests {

	private static final int SIZE = 8192;

	/** The unit in which {@code stat} counts. */
	private static final int BLOCK = 512;

	private static final int NOBODY_WAITS = -1;

	private int everybodyWaits;

	private CrashMemory memory;

	@BeforeEach
	void create() throws IOException {
		this.everybodyWaits = Native.libc().open("/dev/null\0".getBytes(StandardCharsets.US_ASCII), 1);
		this.memory = CrashMemory.create("test", 3, SIZE);
	}

	@AfterEach
	void close() {
		Native.libc().close(this.everybodyWaits);
		this.memory.close();
	}

	@Test
	void aRequestThatTheKernelStillWaitsForIsLeft() {
		this.memory.slots().take();
		receive(8);
		assertThat(left(this.everybodyWaits).requests()).containsExactly(request(8));
	}

	/** Else a request that the kernel copies there at the moment of a kill fails. */
	@Test
	void aBufferHasMemoryBeforeTheKernelWritesToIt() {
		long before = blocks();
		ByteBuffer buffer = this.memory.slots().take();
		assertThat(buffer).isNotNull();
		assertThat((blocks() - before) * BLOCK).isGreaterThanOrEqualTo(SIZE);
	}

	private long blocks() {
		return Long.parseLong(Shell.in(Path.of("/"))
			.check("stat -L -c %%b /proc/%d/fd/%d".formatted(ProcessHandle.current().pid(), this.memory.descriptor()))
			.strip());
	}

	@Test
	void aRequestThatWasAnsweredIsNotLeft() {
		receive(8);
		assertThat(left(NOBODY_WAITS).requests()).isEmpty();
	}

	@Test
	void anInterruptOfARequestIsNoRequest() {
		receive(8);
		receive(8 | 1);
		assertThat(left(this.everybodyWaits).requests()).containsExactly(request(8));
	}

	@Test
	void aRequestThatWaitsForTheTurnOfItsUserIsLeft() {
		Unanswered unanswered = new Unanswered(this.memory.notebook(), List.of());
		ByteBuffer buffer = receive(8);
		unanswered.setAside(buffer, SIZE / 2);
		buffer.put(0, request(10));
		unanswered.setAside(buffer, SIZE / 2);
		unanswered.answered(10);
		buffer.put(0, request(12));
		assertThat(left(this.everybodyWaits).requests()).containsExactly(request(8), request(12));
	}

	@Test
	void aRequestOfTheProcessBeforeTheLastOneIsStillLeft() {
		Unanswered unanswered = new Unanswered(this.memory.notebook(), List.of(request(8)));
		ByteBuffer buffer = receive(10);
		assertThat(left(this.everybodyWaits).requests()).containsExactly(request(8), request(10));
		assertThat(unanswered.next(buffer)).isEqualTo(SIZE / 2);
		assertThat(unanswered.isRepeated(8)).isTrue();
		assertThat(unanswered.next(buffer)).isZero();
		assertThat(left(this.everybodyWaits).requests()).containsExactly(request(8));
		unanswered.answered(8);
		assertThat(unanswered.isRepeated(8)).isFalse();
		assertThat(left(NOBODY_WAITS).requests()).isEmpty();
	}

	@Test
	void aHandleOfAnOpenThatWasNotAnsweredIsNotLeft() {
		receive(8);
		open(1, 8);
		open(2, 6);
		Remains left = left(this.everybodyWaits);
		assertThat(left.contents().of(Kind.OPEN)).containsOnlyKeys(2L);
		assertThat(left.contents().of(Kind.HANDLE)).containsOnlyKeys(2L);
	}

	@Test
	void aHandleOfAnOpenWhoseProgramWasToldThatItFailedIsNotLeft() {
		Unanswered unanswered = new Unanswered(this.memory.notebook(), List.of());
		unanswered.refuse(8);
		open(1, 8);
		open(2, 6);
		assertThat(left(NOBODY_WAITS).contents().of(Kind.OPEN)).containsOnlyKeys(2L);
		assertThat(left(NOBODY_WAITS).contents().of(Kind.HANDLE)).containsOnlyKeys(2L);
		unanswered.answered(8);
		assertThat(left(NOBODY_WAITS).contents().of(Kind.REFUSED)).isEmpty();
	}

	@Test
	void memoryWithoutNotesIsOfNoUse() throws IOException {
		this.memory.close();
		this.memory = CrashMemory.create("test", 0, SIZE);
		for (int i = 0; !this.memory.notebook().isFull(); i++) {
			this.memory.notebook().put(Kind.NODE, i, new NoteWriter().bytes(new byte[1 << 24]));
		}
		assertThat(find(NOBODY_WAITS)).isNull();
		assertThat(Remains.read(null, SIZE, NOBODY_WAITS)).isNull();
	}

	@Test
	void memoryThatCannotBeReadIsOfNoUse() throws IOException {
		this.memory.notebook().put(Kind.NODE, 1, new NoteWriter().number(1));
		try (LastingMemory same = LastingMemory.of(Native.libc().fcntl(this.memory.descriptor(), 1030, 0))) {
			// No kind has this number.
			same.map(0, SIZE).order(ByteOrder.nativeOrder()).putInt(4096 + Integer.BYTES, 1000);
		}
		assertThat(find(NOBODY_WAITS)).isNull();
	}

	@Test
	void aRequestAfterARepeatedOneIsNotRepeated() {
		Unanswered unanswered = new Unanswered(Notebook.NONE, List.of(request(8)));
		unanswered.next(ByteBuffer.allocate(SIZE).order(ByteOrder.nativeOrder()));
		unanswered.attempt(8, false);
		assertThat(Attempt.isRepeated()).isTrue();
		unanswered.answered(8);
		unanswered.attempt(10, false);
		assertThat(Attempt.current()).isNull();
	}

	@Test
	void fullMemoryIsComplainedOf() {
		Unanswered unanswered = new Unanswered(this.memory.notebook(), List.of());
		assertThat(unanswered.complaint()).isNull();
		for (int i = 0; !this.memory.notebook().isFull(); i++) {
			this.memory.notebook().put(Kind.NODE, i, new NoteWriter().bytes(new byte[1 << 24]));
		}
		assertThat(unanswered.complaint()).isNotNull();
	}

	/** Writes down what a request has opened. */
	private void open(long handle, long request) {
		this.memory.notebook().put(Kind.OPEN, handle, new NoteWriter().number(request).number(handle));
		this.memory.notebook().put(Kind.HANDLE, handle, new NoteWriter().number(handle));
	}

	/** Writes a request to the buffer of a thread, as the kernel does. */
	private ByteBuffer receive(long number) {
		ByteBuffer buffer = this.memory.slots().take();
		assertThat(buffer).isNotNull();
		return buffer.order(ByteOrder.nativeOrder()).put(0, request(number));
	}

	private static byte[] request(long number) {
		ByteBuffer request = ByteBuffer.allocate(SIZE / 2).order(ByteOrder.nativeOrder());
		return request.putInt(0, SIZE / 2).putLong(FuseProtocol.IN_UNIQUE, number).array();
	}

	private Remains left(int device) {
		Remains found = find(device);
		assertThat(found).isNotNull();
		return found;
	}

	private @Nullable Remains find(int device) {
		return Remains.read(Native.libc().fcntl(this.memory.descriptor(), 1030, 0), SIZE, device);
	}

}
