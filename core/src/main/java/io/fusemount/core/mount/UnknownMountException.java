package io.fusemount.core.mount;

import org.jspecify.annotations.Nullable;

/**
 * A directory names a mount that does not exist.
 */
public final class UnknownMountException extends RuntimeException {

	private final String problem;

	private final String fix;

	/**
	 * Creates the exception.
	 * @param problem the problem, as a sentence without capital and full stop
	 * @param fix the remedy, as a sentence without full stop
	 */
	public UnknownMountException(String problem, String fix) {
		this(null, problem, fix);
	}

	private UnknownMountException(@Nullable String directory, String problem, String fix) {
		super(((directory != null) ? directory + " can be in no mount: " : "") + problem);
		this.problem = problem;
		this.fix = fix;
	}

	/**
	 * Returns this exception with the given directory in its message.
	 */
	public UnknownMountException of(String directory) {
		return new UnknownMountException(directory, this.problem, this.fix);
	}

	/**
	 * Returns the problem, without the directory.
	 */
	public String problem() {
		return this.problem;
	}

	/**
	 * Returns the remedy.
	 */
	public String fix() {
		return this.fix;
	}

}
