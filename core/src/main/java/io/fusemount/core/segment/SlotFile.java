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
 * A local file with many small contents, in slots of one size: a file for each of them
 * would cost more than its bytes.
 */
final class SlotFile {

	/** Less than that is not worth cutting the file off. */
	private static final long EXCESS_BYTES = 1 << 20;

	private final Path directory;

	private final Path path;

	private final int slotBytes;

	private final LocalChannel channel;

	@GuardedBy("this")
	private final BitSet taken = new BitSet();

	/** Where the last bytes end that were written. */
	@GuardedBy("this")
	private long end;

	@GuardedBy("this")
	private boolean closed;

	/** Changed while the channel is opened, which nobody else does then. */
	private volatile boolean exists;

	/** Another one as soon as nothing is left of what was written before. */
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
	 * Returns how long the file is, or will be when all slots are used that are taken.
	 */
	synchronized long length() {
		return Math.max(this.end, offset(this.taken.length()));
	}

	/**
	 * Takes the first slot that is free.
	 * @param growing whether the file may become longer
	 * @return its number, below zero if there is none
	 */
	synchronized int take(boolean growing) {
		int free = this.taken.nextClearBit(0);
		if (!growing && offset(free + 1) > length()) {
			return -1;
		}
		this.taken.set(free);
		return free;
	}

	/** Frees all slots, of which none is used. */
	synchronized void clear() {
		this.taken.clear();
		this.end = 0;
		this.exists = false;
	}

	/** Leaves the file as it is from now on: another process, or mount, has it next. */
	synchronized void close() {
		this.closed = true;
		this.channel.closeIfIdle();
	}

	/** Takes a slot that an earlier process has left. */
	synchronized void restore(int slot) {
		this.taken.set(slot);
		this.exists = true;
	}

	/** Frees a slot that nobody uses any more. */
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
			// It is tried again when the next slot is given back.
		}
	}

	FileChannel use() throws IOException {
		return this.channel.use();
	}

	/** Without this monitor, which is taken before that of the channel. */
	private FileChannel open() throws IOException {
		if (this.exists) {
			try {
				return FileChannel.open(this.path, StandardOpenOption.READ, StandardOpenOption.WRITE);
			}
			catch (NoSuchFileException ex) {
				// Somebody has wiped the directory.
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

	/** Takes note of where bytes end that were written. */
	synchronized void stored(long writtenEnd) {
		this.end = Math.max(this.end, writtenEnd);
	}

	/** Whether others have cut it off; nothing that was in it is believed then. */
	synchronized boolean isCutOff(FileChannel open) throws IOException {
		if (open.size() >= this.end) {
			return false;
		}
		this.end = 0;
		this.generation = new Object();
		return true;
	}

}
