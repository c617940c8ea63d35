package io.fusemount.core.operation;

/**
 * What {@code fallocate} does with a range of a file.
 */
public enum Allocation {

	/** Makes sure that there is room for it, and that the file is long enough. */
	EXTEND(false, false),

	/** Makes sure that there is room for it. */
	RESERVE(false, true),

	/** Lets it read as zeros, and the file be long enough. */
	ZERO(true, false),

	/** Lets it read as zeros as far as the file goes. */
	PUNCH(true, true);

	private final boolean zeroing;

	private final boolean sizeKept;

	Allocation(boolean zeroing, boolean sizeKept) {
		this.zeroing = zeroing;
		this.sizeKept = sizeKept;
	}

	/**
	 * Whether the range reads as zeros from then on.
	 */
	public boolean isZeroing() {
		return this.zeroing;
	}

	/**
	 * Whether the file stays as long as it is.
	 */
	public boolean isSizeKept() {
		return this.sizeKept;
	}

}
