package io.fusemount.core.spool;

/**
 * How much there is of {@link UnsavedCopies}.
 *
 * @param files their number
 * @param bytes their size together
 */
public record UnsavedSummary(int files, long bytes) {

	/** Nothing. */
	public static final UnsavedSummary NONE = new UnsavedSummary(0, 0);

}
