package io.fusemount.sample.archive;

/**
 * A refusal by the archive, with a reason for the caller.
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
	 * The kind of reason.
	 */
	public enum Reason {

		/** The named object does not exist. */
		MISSING,

		/** An existing object prevents the change. */
		CONFLICT,

		/** The request is invalid. */
		INVALID

	}

}
