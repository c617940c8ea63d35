package io.fusemount.data.jpa.rights;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import io.fusemount.core.operation.AccountNames;
import org.jspecify.annotations.Nullable;

/**
 * The names of users and groups, remembered for a short time: listings ask for the owner
 * of each row, and a directory service may be far away.
 */
final class KnownNames implements AccountNames {

	private static final long NANOS = Duration.ofMinutes(1).toNanos();

	private static final int MAX_NAMES = 10_000;

	private final Remembered<Integer, String> users;

	private final Remembered<String, Integer> uids;

	private final Remembered<Integer, String> groups;

	private final Remembered<String, Integer> gids;

	private KnownNames(AccountNames names) {
		this.users = new Remembered<>(names::user);
		this.uids = new Remembered<>(names::uid);
		this.groups = new Remembered<>(names::group);
		this.gids = new Remembered<>(names::gid);
	}

	static AccountNames of(AccountNames names) {
		return (names != AccountNames.NONE) ? new KnownNames(names) : names;
	}

	@Override
	public @Nullable String user(int uid) {
		return this.users.of(uid);
	}

	@Override
	public @Nullable Integer uid(String user) {
		return this.uids.of(user);
	}

	@Override
	public @Nullable String group(int gid) {
		return this.groups.of(gid);
	}

	@Override
	public @Nullable Integer gid(String group) {
		return this.gids.of(group);
	}

	private static final class Remembered<K, V> {

		private final Map<K, Known<V>> known = new ConcurrentHashMap<>();

		private final Function<K, @Nullable V> source;

		Remembered(Function<K, @Nullable V> source) {
			this.source = source;
		}

		@Nullable V of(K key) {
			Known<V> last = this.known.get(key);
			long now = System.nanoTime();
			if (last == null || now - last.since() > NANOS) {
				last = new Known<>(this.source.apply(key), now);
				if (this.known.size() >= MAX_NAMES) {
					this.known.clear();
				}
				this.known.put(key, last);
			}
			return last.value();
		}

	}

	private record Known<V>(@Nullable V value, long since) {

	}

}
