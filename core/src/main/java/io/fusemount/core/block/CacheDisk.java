package io.fusemount.core.block;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import io.fusemount.core.local.PrivateFiles;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.spool.Disk;

/**
 * The disk of the cache. Other uses of the disk have priority: some space is left to
 * them, and a full or broken disk is not used for a while.
 */
final class CacheDisk {

	private static final Duration SUSPENSION = Duration.ofMinutes(1);

	/**
	 * The maximum space that is left to others; on a small disk, it is a tenth of the
	 * size.
	 */
	private static final long MAX_RESERVE = 1L << 30;

	/** The number of bytes that may be stored before the free space is checked again. */
	private static final long INTERVAL = 16L << 20;

	private final Path directory;

	private final OperationListener listener;

	private final AtomicLong unchecked = new AtomicLong(INTERVAL);

	/** In terms of {@link System#nanoTime()}, 0 if the disk is in use. */
	private volatile long suspendedUntil;

	private volatile boolean closed;

	CacheDisk(Path directory, OperationListener listener) {
		this.directory = directory;
		this.listener = listener;
	}

	/**
	 * Requires that the disk has room.
	 * @return whether the disk was checked now, which happens from time to time
	 * @throws IOException if the disk has no room
	 */
	boolean requireRoom(long bytes) throws IOException {
		if (isSuspended()) {
			throw new IOException("The disk of the content cache is not used for a while");
		}
		boolean due = this.unchecked.addAndGet(bytes) >= INTERVAL;
		if (due) {
			this.unchecked.set(0);
			// The directory may have been wiped.
			PrivateFiles.createDirectories(this.directory);
			Disk disk = new Disk(this.directory);
			long reserve = Math.min(MAX_RESERVE, disk.totalBytes() / 10);
			if (disk.usableBytes() < reserve) {
				this.unchecked.set(INTERVAL);
				throw new IOException("The disk of the content cache has less than " + reserve + " bytes left");
			}
		}
		return due;
	}

	/** Stops using the disk for good. */
	void close() {
		this.closed = true;
	}

	boolean isSuspended() {
		long until = this.suspendedUntil;
		return this.closed || until != 0 && System.nanoTime() - until < 0;
	}

	/** Stops using the disk for a while, because it failed. */
	void failed(IOException failure) {
		if (!isSuspended()) {
			suspend();
			this.listener.contentCacheSuspended(this.directory.toString(), SUSPENSION, failure);
		}
	}

	/** Stops using the disk for a while. */
	void suspend() {
		this.suspendedUntil = (System.nanoTime() + SUSPENSION.toNanos()) | 1;
	}

}
