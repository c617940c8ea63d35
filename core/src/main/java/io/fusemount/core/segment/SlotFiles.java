package io.fusemount.core.segment;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.fusemount.core.channel.OpenChannels;
import org.jspecify.annotations.Nullable;

/**
 * The files for small contents, one for each size of slots: twice that of the one before.
 */
final class SlotFiles {

	private static final int SMALLEST = 4 << 10;

	private static final int LARGEST = 64 << 10;

	private final List<SlotFile> files = new ArrayList<>();

	private final long limit;

	private volatile boolean closed;

	/**
	 * Creates them.
	 * @param limit the most bytes that they may have together: those of free slots keep
	 * their room on the disk
	 */
	SlotFiles(Path directory, OpenChannels channels, long limit) {
		this.limit = limit;
		for (int bytes = SMALLEST; bytes <= LARGEST; bytes *= 2) {
			this.files.add(new SlotFile(directory, channels, bytes));
		}
	}

	/**
	 * Takes a slot.
	 * @return {@code null} if there is none for so many bytes
	 */
	@Nullable Slot take(long bytes) {
		if (bytes > LARGEST || this.closed) {
			return null;
		}
		boolean growing = this.files.stream().mapToLong(SlotFile::length).sum() < this.limit;
		for (SlotFile file : this.files) {
			int slot = (file.slotBytes() >= bytes) ? file.take(growing) : -1;
			if (slot >= 0) {
				return new Slot(this, file, slot);
			}
		}
		return null;
	}

	/**
	 * Takes a slot that an earlier process has left.
	 * @throws IllegalArgumentException if there are none of that size
	 */
	Slot restore(int slotBytes, long number) {
		for (SlotFile file : this.files) {
			if (file.slotBytes() == slotBytes) {
				int slot = Math.toIntExact(number);
				file.restore(slot);
				return new Slot(this, file, slot);
			}
		}
		throw new IllegalArgumentException("There are no slots of " + slotBytes + " bytes");
	}

	/**
	 * Closes the files that nobody uses right now, so that one that somebody has deleted
	 * is noticed, and its room given back.
	 */
	void closeIdle() {
		this.files.forEach((file) -> file.channel().closeIfIdle());
	}

	/**
	 * Frees all slots, of which none is used.
	 */
	void clear() {
		this.files.forEach(SlotFile::clear);
	}

	/**
	 * Gives no more slots out, and leaves the files as they are.
	 */
	void close() {
		this.closed = true;
		this.files.forEach(SlotFile::close);
	}

}
