package io.fusemount.core.segment;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import io.fusemount.core.local.PrivateFiles;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.spool.Disk;

/**
 * The disk that the cache is on. Others need it more: some room is left to them, and a
 * disk that is full or broken is left alone for a while.
 */
final class CacheDisk {

	private static final Duration SUSPENSION = Duration.ofMinutes(1);

	/** The most room that is left to others; on a small disk, a tenth of it. */
	private static final long MAX_RESERVE = 1L << 30;

	/** How much may come before the room is asked for again. */
	private static final long INTERVAL = 16L << 20;

	private final Path directory;

	private final OperationListener listener;

	private final AtomicLong unchecked = new AtomicLong(INTERVAL);

	/** By the system's clock of nanoseconds, 0 if the disk is in use. */
	private volatile long suspendedUntil;

	private volatile boolean closed;

	CacheDisk(Path directory, OperationListener listener) {
		this.directory = directory;
		this.listener = listener;
	}

	/**
	 * Requires that the disk can take more.
	 * @return whether it was looked at now, as it is from time to time
	 * @throws IOException if it can not
	 */
	boolean requireRoom(long bytes) throws IOException {
		if (isSuspended()) {
			throw new IOException("The disk of the content cache is left alone for a while");
		}
		boolean due = this.unchecked.addAndGet(bytes) >= INTERVAL;
		if (due) {
			this.unchecked.set(0);
			// Somebody may have wiped it.
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

	/** Leaves the disk alone for good. */
	void close() {
		this.closed = true;
	}

	boolean isSuspended() {
		long until = this.suspendedUntil;
		return this.closed || until != 0 && System.nanoTime() - until < 0;
	}

	/** Leaves the disk alone for a while, because it failed. */
	void failed(IOException failure) {
		if (!isSuspended()) {
			suspend();
			this.listener.contentCacheSuspended(this.directory.toString(), SUSPENSION, failure);
		}
	}

	/** Leaves the disk alone for a while. */
	void suspend() {
		this.suspendedUntil = (System.nanoTime() + SUSPENSION.toNanos()) | 1;
	}

}
