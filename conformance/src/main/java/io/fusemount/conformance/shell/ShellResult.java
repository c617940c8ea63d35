package io.fusemount.conformance.shell;

/**
 * The result of a command line.
 *
 * @param line the command line
 * @param status the exit status, {@link #TIMED_OUT} if it had to be killed
 * @param output its standard output
 * @param errors its standard error
 */
public record ShellResult(String line, int status, String output, String errors) {

	/** The exit status of {@code timeout(1)} for a command that it kills. */
	public static final int TIMED_OUT = 124;

	/**
	 * Whether the exit status is 0.
	 */
	public boolean isSuccess() {
		return this.status == 0;
	}

	/**
	 * Returns this result if the exit status is 0.
	 * @throws AssertionError with the whole output, if it is another one
	 */
	public ShellResult requireSuccess() {
		if (!isSuccess()) {
			throw new AssertionError(toString());
		}
		return this;
	}

	@Override
	public String toString() {
		String end = (this.status == TIMED_OUT) ? "did not end in time" : "ended with status " + this.status;
		return "$ " + this.line + "\n" + this.output + this.errors + "(" + end + ")";
	}

}
