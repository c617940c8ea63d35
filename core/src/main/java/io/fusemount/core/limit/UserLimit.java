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
 * A limit for all users together and one for each of them, so that one who takes too much
 * stops himself before he stops the others. What root takes counts for all only, as does
 * what nobody has asked for.
 */
public final class UserLimit {

	private final String what;

	private final String property;

	private final Quota quota;

	private final Errno reachedByAll;

	private final Errno reachedByUser;

	@GuardedBy("this")
	private final Map<Integer, Integer> byUser = new HashMap<>();

	@GuardedBy("this")
	private int all;

	/**
	 * Creates a limit of which nothing has been taken.
	 * @param what what is limited, for people, in the plural
	 * @param property the property that the limits are set by, without their own names
	 */
	public UserLimit(String what, String property, Quota quota, Errno reachedByAll, Errno reachedByUser) {
		this.what = what;
		this.property = property;
		this.quota = quota;
		this.reachedByAll = reachedByAll;
		this.reachedByUser = reachedByUser;
	}

	/**
	 * Takes one more for the caller of the current operation.
	 * @throws ErrnoException if he or all together have as many as there may be
	 */
	public synchronized Share take() {
		Integer user = user();
		if (user != null && this.byUser.getOrDefault(user, 0) >= this.quota.maxPerUser()) {
			throw new ErrnoException(this.reachedByUser,
					"User %d has %d %s, which is the limit".formatted(user, this.quota.maxPerUser(), this.what),
					"Set %s.max-per-user if users need more".formatted(this.property), null);
		}
		if (this.all >= this.quota.max()) {
			throw new ErrnoException(this.reachedByAll,
					"All users together have %d %s, which is the limit".formatted(this.quota.max(), this.what),
					"Set %s.max if they need more".formatted(this.property), null);
		}
		return add(user);
	}

	/**
	 * Takes one more, however many there are, because it cannot be refused any more.
	 */
	public synchronized Share takeAnyway() {
		return add(user());
	}

	/**
	 * Returns how many all users together have.
	 */
	public synchronized int taken() {
		return this.all;
	}

	private static @Nullable Integer user() {
		Caller caller = Caller.current();
		return (caller != null && caller.uid() != 0) ? caller.uid() : null;
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
	 * One of what is limited, until it is given back.
	 */
	public final class Share {

		private final @Nullable Integer user;

		private final AtomicBoolean given = new AtomicBoolean();

		private Share(@Nullable Integer user) {
			this.user = user;
		}

		/**
		 * Gives it back; more than once is once.
		 */
		public void giveBack() {
			if (this.given.compareAndSet(false, true)) {
				remove(this.user);
			}
		}

	}

}
