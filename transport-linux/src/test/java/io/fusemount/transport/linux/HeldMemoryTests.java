package io.fusemount.transport.linux;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

import io.fusemount.core.handover.NoteWriter;
import io.fusemount.core.handover.Notebook.Kind;
import io.fusemount.transport.device.libc.Native;
import io.fusemount.transport.device.store.DescriptorStore;
import io.fusemount.transport.linux.crash.CrashMemory;
import io.fusemount.transport.linux.crash.Remains;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Processes that store their memory for the case of a crash, one after the other.
 */
class HeldMemoryTests {

	private static final int SIZE = 8192;

	private final Messages store = new Messages();

	private int device;

	@BeforeEach
	void open() {
		this.device = Native.libc().open("/dev/null\0".getBytes(StandardCharsets.US_ASCII), 1);
	}

	@AfterEach
	void close() throws IOException {
		this.store.left = Integer.MAX_VALUE;
		new HeldMemory(this.store, "kit").forget();
		assertThat(this.store.held.isEmpty()).isTrue();
		Native.libc().close(this.device);
	}

	private HeldMemory next() {
		this.store.left = Integer.MAX_VALUE;
		this.store.held.pass();
		return new HeldMemory(this.store, "kit");
	}

	/** Stores memory with a note. */
	private void store(HeldMemory process, int note) throws IOException {
		try (CrashMemory memory = CrashMemory.create("kit", 1, SIZE)) {
			memory.notebook().put(Kind.NODE, note, new NoteWriter());
			process.replace(memory);
		}
	}

	private static long note(@Nullable Remains remains) {
		assertThat(remains).as("what was left").isNotNull();
		return remains.contents().of(Kind.NODE).keySet().iterator().next();
	}

	@Test
	void theMemoryOfOneProcessFollowsThatOfTheOther() throws IOException {
		store(next(), 1);
		for (int i = 2; i < 8; i++) {
			HeldMemory process = next();
			assertThat(note(process.take(this.device))).isEqualTo(i - 1);
			store(process, i);
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1, 2 })
	void aProcessThatIsKilledWhileItStoresItsMemoryLeavesOneToTheNext(int messages) throws IOException {
		store(next(), 1);
		for (int i = 0; i < 3; i++) {
			HeldMemory killed = next();
			assertThat(note(killed.take(this.device))).isBetween(1L, 2L);
			this.store.left = messages;
			assertThatIllegalStateException().isThrownBy(() -> store(killed, 2));
		}
		HeldMemory process = next();
		assertThat(note(process.take(this.device))).isBetween(1L, 2L);
		store(process, 3);
		assertThat(note(next().take(this.device))).isEqualTo(3);
	}

	@Test
	void whatAProcessHasTakenOverCountsNoLongerEvenIfTheStoreKeepsIt() throws IOException {
		store(next(), 1);
		HeldMemory process = next();
		process.take(this.device);
		this.store.left = 2;
		assertThatIllegalStateException().isThrownBy(() -> store(process, 2));
		assertThat(note(next().take(this.device))).isEqualTo(2);
	}

	@Test
	void whereTheStoreIsNotReachedNothingIsLeftThatIsOutOfDate() throws IOException {
		store(next(), 1);
		HeldMemory process = next();
		process.take(this.device);
		this.store.reachable = false;
		assertThatIOException().isThrownBy(() -> store(process, 2));
		this.store.reachable = true;
		assertThat(next().take(this.device)).isNull();
	}

	/**
	 * A store that takes some messages until its process is killed.
	 */
	private static final class Messages implements DescriptorStore {

		private final HeldDescriptors held = new HeldDescriptors();

		private int left;

		private boolean reachable = true;

		@Override
		public boolean isThere() {
			return true;
		}

		@Override
		public @Nullable Integer take(String name) {
			return this.held.take(name);
		}

		@Override
		public void abandon() {
			this.held.abandon();
		}

		@Override
		public void keep(String name, int descriptor) throws IOException {
			message();
			this.held.keep(name, descriptor);
		}

		@Override
		public void remove(String name) throws IOException {
			message();
			this.held.remove(name);
		}

		private void message() throws IOException {
			if (this.left-- <= 0) {
				throw new IllegalStateException("The process was killed");
			}
			if (!this.reachable) {
				throw new IOException("nobody is there");
			}
		}

	}

}
