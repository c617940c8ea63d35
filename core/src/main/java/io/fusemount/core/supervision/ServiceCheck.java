package io.fusemount.core.supervision;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;

import io.fusemount.core.operation.Viewer;
import org.jspecify.annotations.Nullable;

/**
 * Whether programs get anywhere with a filesystem that is mounted. It looks at memory and
 * the local disk, so that it answers while everything else waits.
 */
public final class ServiceCheck {

	private static final Duration SECOND_LOOK = Duration.ofMillis(200);

	private final ServiceLimits limits;

	private final Supplier<Duration> silence;

	private final Supplier<Duration> unansweredCommit;

	private final Function<Viewer, @Nullable String> visibility;

	private final Supplier<@Nullable String> feedTrouble;

	/**
	 * Creates the check.
	 * @param silence how long the database has not answered somebody who waits for it
	 * @param unansweredCommit how long a commit lasts that should have had an answer;
	 * zero if there is none
	 */
	public ServiceCheck(ServiceLimits limits, Supplier<Duration> silence, Supplier<Duration> unansweredCommit) {
		this(limits, silence, unansweredCommit, (viewer) -> null, () -> null);
	}

	private ServiceCheck(ServiceLimits limits, Supplier<Duration> silence, Supplier<Duration> unansweredCommit,
			Function<Viewer, @Nullable String> visibility, Supplier<@Nullable String> feedTrouble) {
		this.limits = limits;
		this.silence = silence;
		this.unansweredCommit = unansweredCommit;
		this.visibility = visibility;
		this.feedTrouble = feedTrouble;
	}

	/**
	 * Returns the check of a mount that may be out of sight.
	 * @param visibility says in words to a viewer who does not see the mount, or
	 * {@code null}
	 */
	public ServiceCheck withVisibility(Function<Viewer, @Nullable String> visibility) {
		return new ServiceCheck(this.limits, this.silence, this.unansweredCommit, visibility, this.feedTrouble);
	}

	/**
	 * Returns the check of a mount that hears of changes by others.
	 * @param trouble says in words why it does not in this moment, or {@code null}
	 */
	public ServiceCheck withChangeFeed(Supplier<@Nullable String> trouble) {
		return new ServiceCheck(this.limits, this.silence, this.unansweredCommit, this.visibility, trouble);
	}

	/**
	 * Returns a check with the usual limits for a filesystem without a database.
	 */
	public static ServiceCheck local() {
		return new ServiceCheck(ServiceLimits.defaults(), () -> Duration.ZERO, () -> Duration.ZERO);
	}

	/**
	 * Returns how long something takes if that is beyond the limit, else zero. While the
	 * process is suspended the database answers, and nobody hears it: whoever waits has a
	 * moment to.
	 */
	private static Duration beyond(Duration limit, Supplier<Duration> time) {
		if (time.get().compareTo(limit) > 0) {
			LockSupport.parkNanos(SECOND_LOOK.toNanos());
			Duration still = time.get();
			return (still.compareTo(limit) > 0) ? still : Duration.ZERO;
		}
		return Duration.ZERO;
	}

	/**
	 * Returns in words why programs get nowhere, or {@code null} if nothing is known of
	 * that.
	 * @param unsaved what could not be stored
	 * @param freeBytes what the disk of the spool has room for, with what gives way
	 * @param viewer who is told; how much of others' is unsaved does not concern him
	 */
	public @Nullable String trouble(UnsavedListing unsaved, long freeBytes, Viewer viewer) {
		Duration committing = beyond(Duration.ZERO, this.unansweredCommit);
		if (!committing.isZero()) {
			return "The database has not answered to a commit for " + committing.toSeconds()
					+ " s. It is waited for: nobody knows whether it has been stored";
		}
		Duration silent = beyond(this.limits.databaseSilence(), this.silence);
		if (!silent.isZero()) {
			return "The database has not answered for " + silent.toSeconds() + " s";
		}
		if (freeBytes < this.limits.spoolBytes()) {
			return "The disk of the spool has only %d MB free, less than %d MB".formatted(freeBytes >> 20,
					this.limits.spoolBytes() >> 20);
		}
		String reason = unsaved.reason();
		if (reason != null) {
			return "What could not be stored cannot be listed: " + reason;
		}
		Instant since = unsaved.oldest();
		if (since != null && since.plus(this.limits.unsavedFor()).isBefore(Instant.now())) {
			return viewer.all()
					? "%d files could not be stored, the oldest at %s: they are in .fusemount/unsaved"
						.formatted(unsaved.files(), since.truncatedTo(ChronoUnit.SECONDS))
					: "Files could not be stored and are kept for long: yours, if any, are in .fusemount/unsaved";
		}
		return null;
	}

	/**
	 * Returns in words who does not see the mount, or {@code null} if nobody is known who
	 * does not.
	 * @param viewer who is told; directories of the server do not concern everybody
	 */
	public @Nullable String visibility(Viewer viewer) {
		return this.visibility.apply(viewer);
	}

	/**
	 * Returns in words why changes by others are seen late, or {@code null} if nothing is
	 * known of that.
	 * @param viewer who is told; the words of the database do not concern everybody
	 */
	public @Nullable String changeFeed(Viewer viewer) {
		String trouble = this.feedTrouble.get();
		if (trouble == null) {
			return null;
		}
		return "Changes by others are seen after the time-to-live" + (viewer.all() ? ": " + trouble : "");
	}

}
