package io.fusemount.core.limit;

/**
 * What an operation wants of the database, by how long it may hold a permit.
 */
public enum Demand {

	/** Looks something up, lists or reads a range. All permits are for it. */
	READ,

	/** Changes something. Some permits stay free for those who read. */
	CHANGE,

	/** Stores content that takes its time. Some permits stay free for other changes. */
	UPLOAD;

	/** The content that one statement carries along, in bytes. */
	private static final long SMALL = 1 << 20;

	/**
	 * Returns what a change that sends so many bytes of content wants.
	 */
	public static Demand sending(long bytes) {
		return (bytes > SMALL) ? UPLOAD : CHANGE;
	}

	/**
	 * Returns how many of the permits this demand and those that take longer may hold
	 * together.
	 */
	int share(int permits) {
		return switch (this) {
			case READ -> permits;
			case CHANGE -> Math.max(1, permits - Math.max(1, permits / 4));
			case UPLOAD -> Math.max(1, permits / 2);
		};
	}

}
