package io.fusemount.core.node;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;

/**
 * What the files of a quota take, and what they may take.
 *
 * @param of whose quota it is, as the end of a sentence after "of"
 * @param bytes the number of bytes that are used
 * @param maxBytes how many may be, {@link #UNLIMITED} for any number
 * @param files the number of files
 * @param maxFiles how many there may be, {@link #UNLIMITED} for any number
 */
public record QuotaUsage(String of, long bytes, long maxBytes, long files, long maxFiles) {

	/**
	 * No limit.
	 */
	public static final long UNLIMITED = Long.MAX_VALUE;

	/**
	 * Returns the usage with more bytes and files.
	 */
	public QuotaUsage plus(long moreBytes, long moreFiles) {
		return new QuotaUsage(this.of, this.bytes + moreBytes, this.maxBytes, this.files + moreFiles, this.maxFiles);
	}

	/**
	 * Returns how many bytes more fit.
	 */
	public long leftBytes() {
		return (this.maxBytes != UNLIMITED) ? Math.max(0, this.maxBytes - this.bytes) : UNLIMITED;
	}

	/**
	 * Returns how many files more fit.
	 */
	public long leftFiles() {
		return (this.maxFiles != UNLIMITED) ? Math.max(0, this.maxFiles - this.files) : UNLIMITED;
	}

	/**
	 * Whether there is a limit.
	 */
	public boolean isLimited() {
		return this.maxBytes != UNLIMITED || this.maxFiles != UNLIMITED;
	}

	/**
	 * Returns the part that is used, of bytes or of files, whichever is more: 1 if it is
	 * used up, more if it is exceeded, 0 without a limit.
	 */
	public double share() {
		return Math.max(share(this.bytes, this.maxBytes), share(this.files, this.maxFiles));
	}

	private static double share(long used, long max) {
		return (max == UNLIMITED) ? 0 : (max > 0) ? (double) used / max : 1;
	}

	/**
	 * Returns the numbers in words, those without a limit excepted.
	 */
	public String describe() {
		return Stream.of(describe(this.bytes, this.maxBytes, "bytes"), describe(this.files, this.maxFiles, "files"))
			.filter((numbers) -> !numbers.isEmpty())
			.collect(Collectors.joining(", "));
	}

	private static String describe(long used, long max, String what) {
		return (max != UNLIMITED) ? String.format(Locale.ROOT, "%,d of %,d %s", used, max, what) : "";
	}

	/**
	 * Requires that this usage fits.
	 * @param moreBytes whether there are more bytes than before
	 * @param moreFiles whether there are more files than before
	 * @throws ErrnoException {@code EDQUOT} if it does not
	 */
	public void require(boolean moreBytes, boolean moreFiles) {
		if (moreBytes && this.bytes > this.maxBytes) {
			throw refusal("%,d bytes are needed of %,d", this.bytes, this.maxBytes);
		}
		if (moreFiles && this.files > this.maxFiles) {
			throw refusal("%,d files are needed of %,d", this.files, this.maxFiles);
		}
	}

	private ErrnoException refusal(String numbers, long needed, long max) {
		return new ErrnoException(Errno.EDQUOT,
				"The quota of " + this.of + " is used up: " + String.format(Locale.ROOT, numbers, needed, max),
				"Delete what is no longer needed, or ask for a larger quota", null);
	}

}
