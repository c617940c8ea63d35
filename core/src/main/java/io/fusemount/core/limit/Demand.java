package io.fusemount.core.limit;

/**
 * The use that an operation makes of the database, ordered by how long it may hold a
 * permit.
 */
public enum Demand {

	/** Looks up, lists or reads a range. May use all permits. */
	READ,

	/** Changes something. Some permits stay free for reads. */
	CHANGE,

	/** Stores content, which takes time. Some permits stay free for other changes. */
	UPLOAD;

	/** The number of bytes of content that a single statement carries along. */
	private static final long SMALL = 1 << 20;

	/**
	 * Returns the demand of a change that sends the given number of bytes of content.
	 */
	public static Demand sending(long bytes) {
		return (bytes > SMALL) ? UPLOAD : CHANGE;
	}

	/**
	 * Returns the number of permits that this demand and slower ones may hold together.
	 */
	int share(int permits) {
		return switch (this) {
			case READ -> permits;
			case CHANGE -> Math.max(1, permits - Math.max(1, permits / 4));
			case UPLOAD -> Math.max(1, permits / 2);
		};
	}

}
