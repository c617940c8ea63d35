package io.fusemount.sample.archive;

/**
 * Something that the archive does not do, and why, in words for whoever asked.
 */
public final class RefusedException extends RuntimeException {

	private final Reason reason;

	private RefusedException(Reason reason, String message) {
		super(message);
		this.reason = reason;
	}

	public static RefusedException missing(String kind, Long id) {
		return new RefusedException(Reason.MISSING, "There is no %s %d".formatted(kind, id));
	}

	public static RefusedException nameTaken(String name) {
		return conflict("There is a file '%s' already".formatted(name));
	}

	public static RefusedException conflict(String message) {
		return new RefusedException(Reason.CONFLICT, message);
	}

	public static RefusedException invalid(String message) {
		return new RefusedException(Reason.INVALID, message);
	}

	public Reason reason() {
		return this.reason;
	}

	/**
	 * Whose fault it is.
	 */
	public enum Reason {

		/** What was named is not there. */
		MISSING,

		/** What is there stands in the way. */
		CONFLICT,

		/** What was asked for makes no sense. */
		INVALID

	}

}
