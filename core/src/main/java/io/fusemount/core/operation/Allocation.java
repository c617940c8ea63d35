package io.fusemount.core.operation;

/**
 * The effect of {@code fallocate} on a range of a file.
 */
public enum Allocation {

	/** Reserves space for the range and extends the file if it is shorter. */
	EXTEND(false, false),

	/** Reserves space for the range without changing the length of the file. */
	RESERVE(false, true),

	/** Zeroes the range and extends the file if it is shorter. */
	ZERO(true, false),

	/** Zeroes the range up to the end of the file. */
	PUNCH(true, true);

	private final boolean zeroing;

	private final boolean sizeKept;

	Allocation(boolean zeroing, boolean sizeKept) {
		this.zeroing = zeroing;
		this.sizeKept = sizeKept;
	}

	/**
	 * Whether the range reads as zeros afterwards.
	 */
	public boolean isZeroing() {
		return this.zeroing;
	}

	/**
	 * Whether the length of the file stays the same.
	 */
	public boolean isSizeKept() {
		return this.sizeKept;
	}

}
