package io.fusemount.core.segment;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.fusemount.core.channel.OpenChannels;
import org.jspecify.annotations.Nullable;

/**
 * The files for small contents, one for each slot size; each size is twice the previous
 * one.
 */
final class SlotFiles {

	private static final int SMALLEST = 4 << 10;

	private static final int LARGEST = 64 << 10;

	private final List<SlotFile> files = new ArrayList<>();

	private final long limit;

	private volatile boolean closed;

	/**
	 * Creates the files.
	 * @param limit the maximum number of bytes of all files together: free slots keep
	 * their space on the disk
	 */
	SlotFiles(Path directory, OpenChannels channels, long limit) {
		this.limit = limit;
		for (int bytes = SMALLEST; bytes <= LARGEST; bytes *= 2) {
			this.files.add(new SlotFile(directory, channels, bytes));
		}
	}

	/**
	 * Takes a slot.
	 * @return the slot, or {@code null} if there is none for this number of bytes
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
	 * @throws IllegalArgumentException if there are no slots of that size
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
	 * Closes the files that are not in use, so that a deleted file is noticed and its
	 * space released.
	 */
	void closeIdle() {
		this.files.forEach((file) -> file.channel().closeIfIdle());
	}

	/**
	 * Frees all slots. None of them may be in use.
	 */
	void clear() {
		this.files.forEach(SlotFile::clear);
	}

	/**
	 * Hands out no more slots, and leaves the files unchanged.
	 */
	void close() {
		this.closed = true;
		this.files.forEach(SlotFile::close);
	}

}
