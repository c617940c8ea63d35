package io.fusemount.core.segment;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

import io.fusemount.core.local.LocalFile;
import org.jspecify.annotations.Nullable;

/**
 * Where the bytes of a segment are on the local disk, guarded by the segment but for what
 * it is called: a file, or a part of one.
 */
interface SegmentPlace {

	/**
	 * Returns what it is called by the next process, together with {@link #slotBytes}.
	 */
	long number();

	/**
	 * Returns how much room there is in a slot of a common file, 0 if the file is its
	 * own.
	 */
	int slotBytes();

	/**
	 * Returns the offset of the first byte in the file.
	 */
	long offset();

	/**
	 * Returns how many bytes there is room for.
	 */
	long capacity();

	Path path();

	/**
	 * Returns what others may open, {@code null} if they may not: what is in the file may
	 * become something else.
	 */
	@Nullable LocalFile description();

	/** Says what to do when others find that it can not be read. */
	void onDamage(Runnable action);

	/** Takes up what an earlier process has left. */
	void restore();

	/**
	 * Opens the file until {@link #letGo}.
	 * @throws NoSuchFileException if nothing is left of what was in it; the next call
	 * begins anew
	 */
	FileChannel use() throws IOException;

	void letGo();

	boolean isUsed();

	/**
	 * Takes note of bytes that are in it now.
	 * @param end where they end, as an offset in the file
	 */
	void stored(long end);

	/**
	 * Whether bytes may be missing in the file, though some were stored up to an offset:
	 * what comes behind its end would make a hole of them.
	 * @param end where those of this segment end, as an offset in the file
	 */
	boolean isCutOff(FileChannel open, long end) throws IOException;

	/** Whether what was in it is there still; asked without the segment's lock. */
	boolean isIntact();

	/** Returns the file if it stays open for a while though nobody uses it. */
	@Nullable FileChannel lasting();

	/** Records a read by somebody for whom it does not have to stay open. */
	void touch();

	/** Closes it as soon as nobody uses it, or not any more. */
	void park(boolean idle);

	/**
	 * Leaves the bytes to another segment. Who does so {@linkplain #delete() gives back}
	 * what is left of this place as soon as nobody reads from it any more.
	 * @param size how many bytes there may be then, counted from the first
	 * @param end where those end that are in it, counted from the first
	 * @return where they are from then on, {@code null} if that is nowhere: they are
	 * still here then
	 */
	@Nullable SegmentPlace bequeath(long size, long end);

	/** Gives the room back, unless it was left to another segment. */
	void delete();

}
