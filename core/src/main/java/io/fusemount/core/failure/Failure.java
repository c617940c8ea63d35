package io.fusemount.core.failure;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

import io.fusemount.core.errno.Errno;
import org.jspecify.annotations.Nullable;

/**
 * One failure as a person reads it.
 *
 * @param time when it was
 * @param user the user whose program it was
 * @param errno what the program was told
 * @param action what was to be done
 * @param path the file on the mount
 * @param reason why it failed, as plain text
 * @param bytes where the bytes are that could not be stored, {@code null} if there are
 * none
 */
public record Failure(Instant time, int user, Errno errno, String action, String path, String reason,
		@Nullable String bytes) {

	boolean repeats(Failure before) {
		return before.bytes == null && this.user == before.user && this.errno == before.errno
				&& this.action.equals(before.action) && (this.path.equals(before.path) || isOfLimit())
				&& this.reason.equals(before.reason);
	}

	/** What a limit refuses, whatever its name, comes by the thousand. */
	private boolean isOfLimit() {
		return this.errno == Errno.EMFILE || this.errno == Errno.ENFILE;
	}

	Failure withBytes(String place) {
		return new Failure(this.time, this.user, this.errno, this.action, this.path, this.reason, place);
	}

	/** Returns it as one line, whatever a name or a reason has in it. */
	String line() {
		return this.time.truncatedTo(ChronoUnit.SECONDS) + " " + this.errno + " " + this.action + " "
				+ PlainText.brief(this.path) + ": " + this.reason
				+ ((this.bytes != null) ? "; the bytes are in " + PlainText.brief(this.bytes) : "") + "\n";
	}

}
