package io.fusemount.core.mount;

import org.jspecify.annotations.Nullable;

/**
 * A directory is to be in a mount that there is not.
 */
public final class UnknownMountException extends RuntimeException {

	private final String problem;

	private final String fix;

	/**
	 * Creates the exception.
	 * @param problem what is wrong, as a sentence without capital and full stop
	 * @param fix what to do about it, as a sentence without full stop
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
	 * Returns the same with the words for a directory in front.
	 */
	public UnknownMountException of(String directory) {
		return new UnknownMountException(directory, this.problem, this.fix);
	}

	/**
	 * Returns what is wrong, whichever directory it is.
	 */
	public String problem() {
		return this.problem;
	}

	/**
	 * Returns what to do about it.
	 */
	public String fix() {
		return this.fix;
	}

}
