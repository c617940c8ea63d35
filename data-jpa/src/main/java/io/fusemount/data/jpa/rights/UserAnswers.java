package io.fusemount.data.jpa.rights;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import io.fusemount.core.operation.Caller;
import org.jspecify.annotations.Nullable;

/**
 * What the application has said of each user, remembered for a short time.
 *
 * @param <T> the type of an answer
 */
final class UserAnswers<T> {

	/** More users than a machine has at a time; ids come from other machines, too. */
	private static final int MAX_USERS = 10_000;

	private final Map<User, Answer<T>> known = new ConcurrentHashMap<>();

	private final Duration timeToLive;

	UserAnswers(Duration timeToLive) {
		this.timeToLive = timeToLive;
	}

	/**
	 * Returns the answer about the current caller.
	 * @param question finds it out
	 */
	T get(Supplier<T> question) {
		User user = User.current();
		Answer<T> last = this.known.get(user);
		// Taken first: the answer is not newer than that.
		long now = System.nanoTime();
		if (last != null && now - last.since < this.timeToLive.toNanos()) {
			return last.value;
		}
		T value = question.get();
		keep(user, new Answer<>(value, now));
		return value;
	}

	/** Remembers an answer about the current caller in place of the last one. */
	void keep(T value) {
		keep(User.current(), new Answer<>(value, System.nanoTime()));
	}

	private void keep(User user, Answer<T> answer) {
		if (this.known.size() >= MAX_USERS) {
			this.known.clear();
		}
		this.known.put(user, answer);
	}

	/** Returns the last answer about the current caller, however old it is. */
	@Nullable T last() {
		Answer<T> last = this.known.get(User.current());
		return (last != null) ? last.value : null;
	}

	/** Forgets the answer about the current caller. */
	void forget() {
		this.known.remove(User.current());
	}

	/**
	 * A user of the machine, as far as programs of one user may differ.
	 *
	 * @param uid the user id
	 * @param gid the group id
	 * @param kernel whether it is the kernel instead of a program of root
	 */
	record User(int uid, int gid, boolean kernel) {

		static User current() {
			Caller caller = Objects.requireNonNull(Caller.current());
			return new User(caller.uid(), caller.gid(), caller.isKernel());
		}

	}

	/**
	 * An answer about a user.
	 *
	 * @param value the answer
	 * @param since when it was asked for
	 */
	private record Answer<T>(T value, long since) {

	}

}
