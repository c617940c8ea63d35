package io.fusemount.transport.linux.node;

import java.time.Instant;

import io.fusemount.core.vfs.HandleId;

/**
 * What the kernel keeps of the entries of a directory: one reading, by one handle, from
 * the beginning to the end. Others may have it as long as the directory's time is the
 * same and what was read counts. {@link Listings} guards it.
 */
final class Listing {

	private final HandleId reader;

	private final Instant modified;

	private boolean open = true;

	private boolean begun;

	private boolean complete;

	/** It is not of one piece, or nobody is to have it any more. */
	private boolean spoiled;

	private long validUntil;

	/**
	 * Creates one that is to be read.
	 * @param modified when the directory had changed last
	 */
	Listing(HandleId reader, Instant modified) {
		this.reader = reader;
		this.modified = modified;
	}

	boolean isOf(HandleId handle) {
		return this.reader.equals(handle);
	}

	Instant modified() {
		return this.modified;
	}

	/** Whether its reader, which has the kernel keep what it reads, is there yet. */
	boolean isOpen() {
		return this.open;
	}

	boolean isRight(Instant now) {
		return this.complete && !this.spoiled && this.modified.equals(now) && System.nanoTime() - this.validUntil < 0;
	}

	/** What has been read from the beginning twice may be of two pieces. */
	void begin() {
		this.spoiled = this.spoiled || this.begun;
		this.begun = true;
	}

	void end(long nanos) {
		this.complete = true;
		this.validUntil = System.nanoTime() + nanos;
	}

	void spoil() {
		this.spoiled = true;
	}

	/** Returns whether it is of any use without its reader. */
	boolean close() {
		this.open = false;
		return this.complete && !this.spoiled;
	}

}
