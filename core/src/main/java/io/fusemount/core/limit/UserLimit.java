package io.fusemount.core.limit;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.operation.Caller;
import org.jspecify.annotations.Nullable;

/**
 * A limit for all users together and for each single user, so that a greedy user is
 * stopped before other users are affected. Use by root, and use that no user has asked
 * for, counts only towards the total.
 */
public final class UserLimit {

	private final String what;

	private final String property;

	private final Maximum maximum;

	private final Errno reachedByAll;

	private final Errno reachedByUser;

	@GuardedBy("this")
	private final Map<Integer, Integer> byUser = new HashMap<>();

	@GuardedBy("this")
	private int all;

	/**
	 * Creates an unused limit.
	 * @param what the limited resource in words for people, in the plural
	 * @param property the prefix of the properties that set the limits
	 */
	public UserLimit(String what, String property, Maximum maximum, Errno reachedByAll, Errno reachedByUser) {
		this.what = what;
		this.property = property;
		this.maximum = maximum;
		this.reachedByAll = reachedByAll;
		this.reachedByUser = reachedByUser;
	}

	/**
	 * Takes one unit for the caller of the current operation.
	 * @throws ErrnoException if the caller, or all users together, have reached the limit
	 */
	public synchronized Share take() {
		Integer user = user();
		if (user != null && this.byUser.getOrDefault(user, 0) >= this.maximum.maxPerUser()) {
			throw new ErrnoException(this.reachedByUser,
					"User %d has %d %s, which is the limit".formatted(user, this.maximum.maxPerUser(), this.what),
					"Set %s.max-per-user if users need more".formatted(this.property), null);
		}
		if (this.all >= this.maximum.max()) {
			throw new ErrnoException(this.reachedByAll,
					"All users together have %d %s, which is the limit".formatted(this.maximum.max(), this.what),
					"Set %s.max if users need more".formatted(this.property), null);
		}
		return add(user);
	}

	/**
	 * Takes one unit even beyond the limit, because a refusal is no longer possible.
	 */
	public synchronized Share takeAnyway() {
		return add(user());
	}

	/**
	 * Returns the number of units taken by all users together.
	 */
	public synchronized int taken() {
		return this.all;
	}

	private static @Nullable Integer user() {
		Caller caller = Caller.current();
		return (caller != null && caller.uid() != Caller.ROOT) ? caller.uid() : null;
	}

	@GuardedBy("this")
	private Share add(@Nullable Integer user) {
		this.all++;
		if (user != null) {
			this.byUser.merge(user, 1, Integer::sum);
		}
		return new Share(user);
	}

	private synchronized void remove(@Nullable Integer user) {
		this.all--;
		if (user != null) {
			this.byUser.computeIfPresent(user, (known, count) -> (count > 1) ? count - 1 : null);
		}
	}

	/**
	 * One unit of the limit, until it is given back.
	 */
	public final class Share {

		private final @Nullable Integer user;

		private final AtomicBoolean given = new AtomicBoolean();

		private Share(@Nullable Integer user) {
			this.user = user;
		}

		/**
		 * Gives the unit back. Further calls have no effect.
		 */
		public void giveBack() {
			if (this.given.compareAndSet(false, true)) {
				remove(this.user);
			}
		}

	}

}
