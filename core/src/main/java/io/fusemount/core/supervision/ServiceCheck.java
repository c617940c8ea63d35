package io.fusemount.core.supervision;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;

import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.operation.Viewer;
import org.jspecify.annotations.Nullable;

/**
 * Determines whether programs make progress with a mounted filesystem. The check examines
 * memory and the local disk, so that it answers while everything else waits.
 */
public final class ServiceCheck {

	private static final Duration SECOND_LOOK = Duration.ofMillis(200);

	private final ServiceLimits limits;

	private final MemoryExhaustion memory;

	private final Function<Viewer, @Nullable String> operations;

	private final Supplier<Duration> silence;

	private final Supplier<Duration> unansweredCommit;

	private final Function<Viewer, @Nullable String> visibility;

	private final Supplier<@Nullable String> feedTrouble;

	/**
	 * Creates the check.
	 * @param silence how long the database has not answered a waiting operation
	 * @param unansweredCommit how long the oldest overdue commit has had no answer; zero
	 * if there is none
	 */
	public ServiceCheck(ServiceLimits limits, Supplier<Duration> silence, Supplier<Duration> unansweredCommit) {
		this(limits, new MemoryExhaustion(Clock.systemUTC()), (viewer) -> null, silence, unansweredCommit,
				(viewer) -> null, () -> null);
	}

	private ServiceCheck(ServiceLimits limits, MemoryExhaustion memory, Function<Viewer, @Nullable String> operations,
			Supplier<Duration> silence, Supplier<Duration> unansweredCommit,
			Function<Viewer, @Nullable String> visibility, Supplier<@Nullable String> feedTrouble) {
		this.limits = limits;
		this.memory = memory;
		this.operations = operations;
		this.silence = silence;
		this.unansweredCommit = unansweredCommit;
		this.visibility = visibility;
		this.feedTrouble = feedTrouble;
	}

	/**
	 * Returns a check for a mount whose operations are watched.
	 * @param trouble describes to a viewer an operation that does not return, or returns
	 * {@code null}
	 */
	public ServiceCheck withOperations(Function<Viewer, @Nullable String> trouble) {
		return new ServiceCheck(this.limits, this.memory, trouble, this.silence, this.unansweredCommit, this.visibility,
				this.feedTrouble);
	}

	/**
	 * Returns a check for a mount that processes may not see.
	 * @param visibility describes to a viewer the processes that do not see the mount, or
	 * returns {@code null}
	 */
	public ServiceCheck withVisibility(Function<Viewer, @Nullable String> visibility) {
		return new ServiceCheck(this.limits, this.memory, this.operations, this.silence, this.unansweredCommit,
				visibility, this.feedTrouble);
	}

	/**
	 * Returns a check for a mount that receives changes by others.
	 * @param trouble describes why no changes are received at the moment, or returns
	 * {@code
	 * null}
	 */
	public ServiceCheck withChangeFeed(Supplier<@Nullable String> trouble) {
		return new ServiceCheck(this.limits, this.memory, this.operations, this.silence, this.unansweredCommit,
				this.visibility, trouble);
	}

	/**
	 * Returns a check with the default limits, for a filesystem without a database.
	 */
	public static ServiceCheck local() {
		return new ServiceCheck(ServiceLimits.defaults(), () -> Duration.ZERO, () -> Duration.ZERO);
	}

	/**
	 * Returns the listener through which the check learns of exhausted memory. It needs
	 * the operations of all mounts.
	 */
	public OperationListener memory() {
		return this.memory;
	}

	/**
	 * Returns the duration if it exceeds the limit, otherwise zero. The database may have
	 * answered while the process was suspended, so a waiting operation gets a moment to
	 * receive the answer.
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
	 * Returns a description of why programs make no progress, or {@code null} if no
	 * reason is known.
	 * @param unsaved the content that could not be stored
	 * @param freeBytes the free space on the disk of the spool, including space that
	 * cached content would give up
	 * @param viewer the reader of the description, who learns no details of the unsaved
	 * content of other users
	 */
	public @Nullable String trouble(UnsavedListing unsaved, long freeBytes, Viewer viewer) {
		String exhausted = this.memory.trouble(viewer);
		if (exhausted != null) {
			return exhausted;
		}
		Duration committing = beyond(Duration.ZERO, this.unansweredCommit);
		if (!committing.isZero()) {
			return "The database has not answered to a commit for " + committing.toSeconds()
					+ " s. The wait goes on: it is unknown whether the commit was stored";
		}
		String lost = this.operations.apply(viewer);
		if (lost != null) {
			return lost;
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
			return "The unsaved files cannot be listed: " + reason;
		}
		Instant since = unsaved.oldest();
		if (since != null && since.plus(this.limits.unsavedFor()).isBefore(Instant.now())) {
			return viewer
				.all() ? "%d files could not be stored, the oldest at %s: they are in .fusemount/unsaved".formatted(unsaved.files(), since.truncatedTo(ChronoUnit.SECONDS)) : "Files that could not be stored have been kept for a long time: yours, if any, are in .fusemount/unsaved";
		}
		return null;
	}

	/**
	 * Returns a description of the processes that do not see the mount, or {@code null}
	 * if none are known.
	 * @param viewer the reader of the description; directories of the server are shown
	 * only to administrators
	 */
	public @Nullable String visibility(Viewer viewer) {
		return this.visibility.apply(viewer);
	}

	/**
	 * Returns a description of why changes by others are seen late, or {@code null} if no
	 * reason is known.
	 * @param viewer the reader of the description; messages of the database are shown
	 * only to administrators
	 */
	public @Nullable String changeFeed(Viewer viewer) {
		String trouble = this.feedTrouble.get();
		if (trouble == null) {
			return null;
		}
		return "Changes by others are seen after the time-to-live" + (viewer.all() ? ": " + trouble : "");
	}

}
