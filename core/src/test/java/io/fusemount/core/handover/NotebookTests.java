package io.fusemount.core.handover;

import java.nio.ByteBuffer;

import io.fusemount.core.handover.Notebook.Contents;
import io.fusemount.core.handover.Notebook.Kind;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class NotebookTests {

	private final ByteBuffer memory = ByteBuffer.allocateDirect(8 << 20);

	private final Notebook notebook = Notebook.begin(this.memory);

	@Test
	void theLastNoteOfAKindAndNumberCounts() {
		put(Kind.NODE, 1, "first");
		put(Kind.NODE, 2, "second");
		put(Kind.HANDLE, 1, "handle");
		put(Kind.NODE, 1, "third");
		assertThat(text(Kind.NODE, 1)).isEqualTo("third");
		assertThat(text(Kind.NODE, 2)).isEqualTo("second");
		assertThat(text(Kind.HANDLE, 1)).isEqualTo("handle");
		assertThat(contents().process()).isEqualTo(ProcessHandle.current().pid());
	}

	@Test
	void aNoteThatIsRemovedCountsNoLonger() {
		put(Kind.NODE, 1, "first");
		this.notebook.remove(Kind.NODE, 1);
		this.notebook.remove(Kind.NODE, 7);
		assertThat(contents().of(Kind.NODE)).isEmpty();
	}

	@Test
	void aNoteThatIsNotCompleteDoesNotCount() {
		put(Kind.NODE, 1, "first");
		ByteBuffer before = ByteBuffer.allocateDirect(this.memory.capacity()).put(0, this.memory, 0, 4096);
		put(Kind.NODE, 1, "second");
		// The process died before it moved the end.
		before.put(4096, this.memory, 4096, this.memory.capacity() - 4096);
		Contents found = Notebook.read(before);
		assertThat(found).isNotNull();
		assertThat(new NoteReader(found.of(Kind.NODE).getOrDefault(1L, new byte[0])).text()).isEqualTo("first");
	}

	@Test
	void notesThatAreWrittenTogetherCountTogether() {
		put(Kind.FILE, 1, "before");
		put(Kind.DRAFT, 1, "before");
		ByteBuffer before = ByteBuffer.allocateDirect(this.memory.capacity()).put(0, this.memory, 0, 4096);
		Notebook.Batch batch = new Notebook.Batch();
		batch.put(Kind.FILE, 1, new NoteWriter().text("after"));
		batch.remove(Kind.DRAFT, 1);
		this.notebook.write(batch);
		assertThat(text(Kind.FILE, 1)).isEqualTo("after");
		assertThat(contents().of(Kind.DRAFT)).isEmpty();
		// The process died before it moved the end.
		before.put(4096, this.memory, 4096, this.memory.capacity() - 4096);
		Contents found = Notebook.read(before);
		assertThat(found).isNotNull();
		assertThat(new NoteReader(found.of(Kind.FILE).getOrDefault(1L, new byte[0])).text()).isEqualTo("before");
		assertThat(found.of(Kind.DRAFT)).hasSize(1);
	}

	@Test
	void moreCanBeWrittenThanThereIsRoomForIfLittleOfItCounts() {
		String text = "x".repeat(1000);
		put(Kind.FILE, 7, "kept");
		for (int i = 0; i < 100_000; i++) {
			put(Kind.NODE, i % 1000, text + i);
			this.notebook.remove(Kind.OPEN, i);
		}
		assertThat(this.notebook.isFull()).isFalse();
		assertThat(contents().of(Kind.NODE)).hasSize(1000);
		assertThat(text(Kind.NODE, 999)).isEqualTo(text + 99_999);
		assertThat(text(Kind.FILE, 7)).isEqualTo("kept");
		assertThat(contents().of(Kind.OPEN)).isEmpty();
	}

	@Test
	void nothingCountsWhereThereIsNoRoomForAll() {
		String text = "x".repeat(1000);
		for (int i = 0; i < 10_000; i++) {
			put(Kind.NODE, i, text);
		}
		assertThat(this.notebook.isFull()).isTrue();
		assertThat(this.notebook.isKept()).isFalse();
		assertThat(Notebook.read(this.memory)).isNull();
	}

	@Test
	void whatIsNearlyFullIsGivenUpRatherThanCopiedForEachFewNotes() {
		String text = "x".repeat(1000);
		int most = this.memory.capacity() / 2 / 1100;
		for (int i = 0; i < 3 * most; i++) {
			put(Kind.NODE, i % (most * 3 / 4), text);
		}
		assertThat(this.notebook.isFull()).isFalse();
		for (int i = 0; i < 3 * most; i++) {
			put(Kind.NODE, i % most, text);
		}
		assertThat(this.notebook.isFull()).isTrue();
	}

	@Test
	void emptyMemoryHasNoNotes() {
		assertThat(Notebook.read(ByteBuffer.allocateDirect(1 << 16))).isNull();
	}

	@Test
	void nothingIsWrittenWhereThereIsNoMemory() {
		Notebook.NONE.put(Kind.NODE, 1, new NoteWriter().text("lost"));
		Notebook.NONE.remove(Kind.NODE, 1);
		assertThat(Notebook.NONE.isKept()).isFalse();
	}

	private void put(Kind kind, long number, String text) {
		this.notebook.put(kind, number, new NoteWriter().text(text));
	}

	private String text(Kind kind, long number) {
		return String.valueOf(new NoteReader(contents().of(kind).getOrDefault(number, new byte[0])).text());
	}

	private Contents contents() {
		Contents contents = Notebook.read(this.memory);
		assertThat(contents).isNotNull();
		return contents;
	}

}
