package io.fusemount.core.failure;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

import io.fusemount.core.errno.Errno;
import org.jspecify.annotations.Nullable;

/**
 * One failure in a form for people.
 *
 * @param time when the failure occurred
 * @param user the user who ran the program
 * @param errno the error number that the program received
 * @param action the action that failed
 * @param path the path of the file on the mount
 * @param reason the cause, as plain text
 * @param bytes the place of the bytes that could not be stored, {@code null} if there are
 * none
 */
public record Failure(Instant time, int user, Errno errno, String action, String path, String reason,
		@Nullable String bytes) {

	boolean repeats(Failure before) {
		return before.bytes == null && this.user == before.user && this.errno == before.errno
				&& this.action.equals(before.action) && (this.path.equals(before.path) || isOfLimit())
				&& this.reason.equals(before.reason);
	}

	/** Refusals by a limit come by the thousand, each with another name. */
	private boolean isOfLimit() {
		return this.errno == Errno.EMFILE || this.errno == Errno.ENFILE;
	}

	Failure withBytes(String place) {
		return new Failure(this.time, this.user, this.errno, this.action, this.path, this.reason, place);
	}

	/**
	 * Returns the failure as one line, whatever characters its name or reason contains.
	 */
	String line() {
		return this.time.truncatedTo(ChronoUnit.SECONDS) + " " + this.errno + " " + this.action + " "
				+ PlainText.brief(this.path) + ": " + this.reason
				+ ((this.bytes != null) ? "; the bytes are in " + PlainText.brief(this.bytes) : "") + "\n";
	}

}
