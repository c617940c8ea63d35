package io.fusemount.core.segment;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.BitSet;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.channel.LocalChannel;
import io.fusemount.core.channel.OpenChannels;
import io.fusemount.core.local.PrivateFiles;

/**
 * A local file with many small contents in slots of one size: a file for each content
 * would cost more than its bytes.
 */
final class SlotFile {

	/** A smaller excess is not worth truncating the file. */
	private static final long EXCESS_BYTES = 1 << 20;

	private final Path directory;

	private final Path path;

	private final int slotBytes;

	private final LocalChannel channel;

	@GuardedBy("this")
	private final BitSet taken = new BitSet();

	/** The end of the last bytes written. */
	@GuardedBy("this")
	private long end;

	@GuardedBy("this")
	private boolean closed;

	/** Changed while the channel is opened, which only one thread does at a time. */
	private volatile boolean exists;

	/** Replaced as soon as the bytes written before are lost. */
	private volatile Object generation = new Object();

	SlotFile(Path directory, OpenChannels channels, int slotBytes) {
		this.directory = directory;
		this.path = directory.resolve("slots-" + slotBytes + SegmentStore.SUFFIX);
		this.slotBytes = slotBytes;
		this.channel = new LocalChannel(channels, this::open);
	}

	Path path() {
		return this.path;
	}

	int slotBytes() {
		return this.slotBytes;
	}

	long offset(int slot) {
		return (long) slot * this.slotBytes;
	}

	/**
	 * Returns the length of the file when all used slots are filled.
	 */
	synchronized long length() {
		return Math.max(this.end, offset(this.taken.length()));
	}

	/**
	 * Takes the first free slot.
	 * @param growing whether the file may grow
	 * @return the number of the slot, negative if there is none
	 */
	synchronized int take(boolean growing) {
		int free = this.taken.nextClearBit(0);
		if (!growing && offset(free + 1) > length()) {
			return -1;
		}
		this.taken.set(free);
		return free;
	}

	/** Frees all slots. None of them may be in use. */
	synchronized void clear() {
		this.taken.clear();
		this.end = 0;
		this.exists = false;
	}

	/**
	 * Leaves the file unchanged from now on, because another process or mount will use
	 * it.
	 */
	synchronized void close() {
		this.closed = true;
		this.channel.closeIfIdle();
	}

	/** Takes a slot that an earlier process has left. */
	synchronized void restore(int slot) {
		this.taken.set(slot);
		this.exists = true;
	}

	/** Frees a slot that is no longer in use. */
	synchronized void giveBack(int slot) {
		this.taken.clear(slot);
		long length = offset(this.taken.length());
		if (!this.closed && this.end - length >= ((length > 0) ? Math.max(EXCESS_BYTES, length) : 1)) {
			cutOff(length);
		}
	}

	@GuardedBy("this")
	private void cutOff(long length) {
		try {
			this.channel.with((open) -> open.truncate(length));
			this.end = length;
		}
		catch (IOException ex) {
			// The next release of a slot tries again.
		}
	}

	FileChannel use() throws IOException {
		return this.channel.use();
	}

	/**
	 * Called without this monitor, because the monitor of the channel comes first in the
	 * lock order.
	 */
	private FileChannel open() throws IOException {
		if (this.exists) {
			try {
				return FileChannel.open(this.path, StandardOpenOption.READ, StandardOpenOption.WRITE);
			}
			catch (NoSuchFileException ex) {
				// The directory was wiped.
				this.generation = new Object();
			}
		}
		FileChannel created = PrivateFiles.in(this.directory, () -> PrivateFiles.create(this.path));
		this.exists = true;
		return created;
	}

	LocalChannel channel() {
		return this.channel;
	}

	Object generation() {
		return this.generation;
	}

	/** Records the end of written bytes. */
	synchronized void stored(long writtenEnd) {
		this.end = Math.max(this.end, writtenEnd);
	}

	/** Whether the file was truncated by others; its bytes are then no longer trusted. */
	synchronized boolean isCutOff(FileChannel open) throws IOException {
		if (open.size() >= this.end) {
			return false;
		}
		this.end = 0;
		this.generation = new Object();
		return true;
	}

}
