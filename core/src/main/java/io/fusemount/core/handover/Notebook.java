package io.fusemount.core.handover;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import org.jspecify.annotations.Nullable;

/**
 * What a process writes down while it serves a mount, for the one that takes the mount
 * over after a crash: notes by kind and number, of which the last one counts. It is
 * written to memory that outlives the process. A note that was not written completely
 * does not count, because its end is recorded after it.
 * <p>
 * The memory has a head and two halves. Notes are appended to one half until it holds
 * much that counts no longer; then what counts is copied to the other one.
 */
public final class Notebook {

	/** Writes nothing. */
	public static final Notebook NONE = new Notebook(null);

	/** Changes with the form of any note. */
	private static final byte[] FORM = "fusemount-notebook-3".getBytes(StandardCharsets.US_ASCII);

	private static final VarHandle NUMBERS = MethodHandles.byteBufferViewVarHandle(long[].class,
			ByteOrder.nativeOrder());

	/** Positions in the head. */
	private static final int PROCESS = 64;

	private static final int HALF = 72;

	private static final int ENDS = 80;

	private static final int HEAD = 4096;

	/** The length of a note, its kind and its number. */
	private static final int NOTE_HEAD = 16;

	/** In place of the length of a note that was removed. */
	private static final int REMOVED = -1;

	/** How much of a half is free for more, at least, after it was copied to. */
	private static final int FREE = 8;

	/** How much more is written than counts, at least, before it is copied. */
	private static final int SLACK = 1 << 20;

	private final @Nullable ByteBuffer memory;

	@GuardedBy("this")
	private int start;

	@GuardedBy("this")
	private int limit;

	/** Where the next note is written. */
	@GuardedBy("this")
	private int end;

	/** Where what counts is to be copied to the other half. */
	@GuardedBy("this")
	private int threshold;

	private volatile boolean full;

	private Notebook(@Nullable ByteBuffer memory) {
		this.memory = memory;
	}

	/**
	 * Begins an empty notebook.
	 * @param memory zeros, with an address that is a multiple of 8
	 */
	public static Notebook begin(ByteBuffer memory) {
		Notebook notebook = new Notebook(memory.order(ByteOrder.nativeOrder()));
		notebook.begin();
		return notebook;
	}

	private synchronized void begin() {
		ByteBuffer target = memory();
		target.putLong(PROCESS, ProcessHandle.current().pid());
		open(0, 0);
		target.put(0, FORM);
	}

	private ByteBuffer memory() {
		ByteBuffer known = this.memory;
		if (known == null) {
			throw new IllegalStateException("There is no notebook");
		}
		return known;
	}

	@GuardedBy("this")
	private void open(int half, int live) {
		int size = half(memory());
		this.start = HEAD + half * size;
		this.limit = this.start + size;
		this.end = this.start + live;
		this.threshold = (int) Math.min(this.limit, this.end + (long) live + SLACK);
	}

	private static int half(ByteBuffer memory) {
		return (memory.capacity() - HEAD) / 2 & -Long.BYTES;
	}

	/**
	 * Whether notes are written at all, or still.
	 */
	public boolean isKept() {
		return this.memory != null && !this.full;
	}

	/**
	 * Writes a note in the place of the one of the same kind and number.
	 */
	public void put(Kind kind, long number, NoteWriter note) {
		if (isKept()) {
			append(List.of(Note.of(kind, number, note)));
		}
	}

	/**
	 * Removes a note, if there is one.
	 */
	public void remove(Kind kind, long number) {
		if (isKept()) {
			append(List.of(Note.removed(kind, number)));
		}
	}

	/**
	 * Writes and removes notes of which all count, or none.
	 */
	public void write(Batch batch) {
		if (isKept() && !batch.notes.isEmpty()) {
			append(batch.notes);
		}
	}

	private synchronized void append(List<Note> notes) {
		ByteBuffer target = memory();
		int size = 0;
		for (Note note : notes) {
			size += size(note.bytes().length);
		}
		if (this.end + size > this.threshold && !this.full) {
			copy(target);
		}
		if (this.full || this.end + size > this.limit) {
			giveUp(target);
			return;
		}
		for (Note note : notes) {
			target.putInt(this.end, note.length()).putInt(this.end + 4, note.kind().ordinal());
			target.putLong(this.end + 8, note.number()).put(this.end + NOTE_HEAD, note.bytes());
			this.end += size(note.bytes().length);
		}
		NUMBERS.setRelease(target, ENDS + Long.BYTES * half(target, this.start), (long) this.end);
	}

	private static int half(ByteBuffer memory, int start) {
		return (start - HEAD) / half(memory);
	}

	/** Notes begin at multiples of 8. */
	private static int size(int length) {
		return (NOTE_HEAD + length + Long.BYTES - 1) & -Long.BYTES;
	}

	/** Copies what counts to the other half. */
	@GuardedBy("this")
	private void copy(ByteBuffer target) {
		Map<Key, Integer> last = new HashMap<>();
		for (int at = this.start; at < this.end; at += size(Math.max(0, target.getInt(at)))) {
			last.put(Key.of(target, at), at);
		}
		int other = 1 - half(target, this.start);
		int to = HEAD + other * half(target);
		for (int at : last.values().stream().mapToInt(Integer::intValue).sorted().toArray()) {
			if (target.getInt(at) != REMOVED) {
				int size = size(target.getInt(at));
				target.put(to, target, at, size);
				to += size;
			}
		}
		NUMBERS.setRelease(target, ENDS + Long.BYTES * other, (long) to);
		NUMBERS.setRelease(target, HALF, (long) other);
		open(other, to - HEAD - other * half(target));
		// Else nearly all of it would be copied again for each few notes.
		if (this.limit - this.end < (this.limit - this.start) / FREE) {
			giveUp(target);
		}
	}

	/** What is not complete is of no use. */
	@GuardedBy("this")
	private void giveUp(ByteBuffer target) {
		this.full = true;
		target.put(0, (byte) 0);
	}

	/**
	 * Whether there was no room for all notes, so that none counts.
	 */
	public boolean isFull() {
		return this.full;
	}

	/**
	 * Reads the notes of the process before.
	 * @param memory its memory
	 * @return the notes, {@code null} if there are none in this form
	 */
	public static @Nullable Contents read(ByteBuffer memory) {
		ByteBuffer source = memory.order(ByteOrder.nativeOrder());
		if (!source.slice(0, FORM.length).equals(ByteBuffer.wrap(FORM))) {
			return null;
		}
		int half = (int) source.getLong(HALF);
		int start = HEAD + half * half(source);
		long end = Math.max(start, source.getLong(ENDS + Long.BYTES * half));
		Map<Kind, Map<Long, byte[]>> notes = new HashMap<>();
		for (int at = start; at < end; at += size(Math.max(0, source.getInt(at)))) {
			Key key = Key.of(source, at);
			Map<Long, byte[]> ofKind = notes.computeIfAbsent(key.kind(), (kind) -> new LinkedHashMap<>());
			// The one that was written last is the last.
			ofKind.remove(key.number());
			int length = source.getInt(at);
			if (length != REMOVED) {
				byte[] bytes = new byte[length];
				source.get(at + NOTE_HEAD, bytes);
				ofKind.put(key.number(), bytes);
			}
		}
		return new Contents(source, source.getLong(PROCESS), notes);
	}

	/**
	 * The kinds of notes.
	 */
	public enum Kind {

		/** What was agreed with the kernel. */
		CONNECTION,

		/** A node that the kernel has a number for, by that number. */
		NODE,

		/** A handle of the transport, by its number. */
		OPEN,

		/** A request that the process before had not answered, by its number. */
		REQUEST,

		/**
		 * A request whose program was told that it has failed, and that is served yet.
		 */
		REFUSED,

		/** A handle of the filesystem, by its number. */
		HANDLE,

		/** An open file, by a number that its handles have. */
		FILE,

		/** What is about to be committed of an open file, by the number of the file. */
		COMMIT,

		/**
		 * Which ranges of an open file are in the spool, and what has changed about it
		 * since, by the number of the file and that of the change.
		 */
		RANGES,

		/** The last append of a handle, by its number. */
		APPEND,

		/** The saves of programs that are in progress. */
		DETOURS,

		/** What there is to store of an open file, by the number of the file. */
		DRAFT,

		/** The numbers up to which handles may have been given. */
		LAST_HANDLE

	}

	/**
	 * Notes that are written together.
	 */
	public static final class Batch {

		private final List<Note> notes = new ArrayList<>();

		/**
		 * Adds a note.
		 */
		public void put(Kind kind, long number, NoteWriter note) {
			this.notes.add(Note.of(kind, number, note));
		}

		/**
		 * Adds that a note is removed.
		 */
		public void remove(Kind kind, long number) {
			this.notes.add(Note.removed(kind, number));
		}

	}

	private record Note(Kind kind, long number, byte[] bytes, int length) {

		static Note of(Kind kind, long number, NoteWriter note) {
			byte[] bytes = note.toByteArray();
			return new Note(kind, number, bytes, bytes.length);
		}

		static Note removed(Kind kind, long number) {
			return new Note(kind, number, new byte[0], REMOVED);
		}

	}

	private record Key(Kind kind, long number) {

		private static final Kind[] KINDS = Kind.values();

		static Key of(ByteBuffer source, int at) {
			return new Key(KINDS[source.getInt(at + 4)], source.getLong(at + 8));
		}

	}

	/**
	 * What is in a notebook.
	 */
	public static final class Contents {

		private final ByteBuffer memory;

		private final long process;

		private final Map<Kind, Map<Long, byte[]>> notes;

		Contents(ByteBuffer memory, long process, Map<Kind, Map<Long, byte[]>> notes) {
			this.memory = memory;
			this.process = process;
			this.notes = notes;
		}

		/**
		 * Lets the notebook count no longer, for whoever may read it again.
		 */
		public void invalidate() {
			this.memory.put(0, (byte) 0);
		}

		/**
		 * Returns the process that has written it.
		 */
		public long process() {
			return this.process;
		}

		/**
		 * Returns the notes of a kind by their numbers, lowest first.
		 */
		public Map<Long, byte[]> of(Kind kind) {
			return new TreeMap<>(this.notes.getOrDefault(kind, Map.of()));
		}

		/**
		 * Removes the notes of a kind whose numbers are not among those that are given.
		 */
		public void retain(Kind kind, Set<Long> numbers) {
			Map<Long, byte[]> ofKind = this.notes.get(kind);
			if (ofKind != null) {
				ofKind.keySet().retainAll(numbers);
			}
		}

	}

}
