package io.fusemount.core.segment;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

import io.fusemount.core.local.LocalFile;
import org.jspecify.annotations.Nullable;

/**
 * The place of a segment's bytes on the local disk: a file or a part of one. Guarded by
 * the segment, except for its identification.
 */
interface SegmentPlace {

	/**
	 * Returns the number that identifies the place to the next process, together with
	 * {@link #slotBytes}.
	 */
	long number();

	/**
	 * Returns the size of the slot in a shared file, 0 for a file of its own.
	 */
	int slotBytes();

	/**
	 * Returns the offset of the first byte in the file.
	 */
	long offset();

	/**
	 * Returns the capacity in bytes.
	 */
	long capacity();

	Path path();

	/**
	 * Returns the file for others to open, {@code null} if they must not, because its
	 * bytes may be replaced.
	 */
	@Nullable LocalFile description();

	/** Sets the action to run when others find the file unreadable. */
	void onDamage(Runnable action);

	/** Restores the place left by an earlier process. */
	void restore();

	/**
	 * Opens the file until {@link #letGo}.
	 * @throws NoSuchFileException if nothing is left of its bytes; the next call starts
	 * anew
	 */
	FileChannel use() throws IOException;

	void letGo();

	boolean isUsed();

	/**
	 * Records that bytes have been stored.
	 * @param end the end of the bytes, as an offset in the file
	 */
	void stored(long end);

	/**
	 * Whether stored bytes may be missing because the file was truncated: writing after
	 * its end would turn them into a hole.
	 * @param end the end of the bytes of this segment, as an offset in the file
	 */
	boolean isCutOff(FileChannel open, long end) throws IOException;

	/** Whether the stored bytes are still there. Called without the segment's lock. */
	boolean isIntact();

	/** Returns the file if it stays open for a while without being in use. */
	@Nullable FileChannel lasting();

	/** Records a read by a reader that does not need the file to stay open. */
	void touch();

	/** Sets whether the file is closed as soon as it is not in use. */
	void park(boolean idle);

	/**
	 * Leaves the bytes to another segment. The caller then {@linkplain #delete()
	 * releases} the rest of this place as soon as there are no readers.
	 * @param size the maximum number of bytes in the new place, counted from the first
	 * @param end the end of the stored bytes, counted from the first
	 * @return the new place of the bytes, or {@code null} if there is none and the bytes
	 * remain here
	 */
	@Nullable SegmentPlace bequeath(long size, long end);

	/** Releases the space, unless it was left to another segment. */
	void delete();

}
