package io.fusemount.core.inode;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.limit.HeapRoom;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.NodeKey;
import org.jspecify.annotations.Nullable;

/**
 * When the names of directories changed last, as far as this process has seen it. Each
 * change moves the time, however quickly one follows the other: servers that export a
 * mount list a directory again only if its time has moved.
 * <p>
 * Of many directories, that of those is known which were looked at last; others show the
 * time that their source tells.
 */
public final class DirectoryTimes {

	/** Some 300 bytes each. */
	static final int MAX_DIRECTORIES = HeapRoom.of(50_000);

	private final Clock clock;

	@GuardedBy("this")
	private final Map<NodeKey, Times> directories = new LinkedHashMap<>(256, 0.75f, true) {

		@Override
		protected boolean removeEldestEntry(Map.Entry<NodeKey, Times> eldest) {
			return size() > MAX_DIRECTORIES;
		}

	};

	public DirectoryTimes(Clock clock) {
		this.clock = clock;
	}

	/**
	 * Returns when names of the directory changed last.
	 */
	public synchronized Instant modified(Directory directory) {
		Times times = this.directories.get(directory.key());
		return (times != null && times.changed != null) ? times.changed : directory.attributes().modified();
	}

	/**
	 * Records a change.
	 */
	synchronized void change(NodeKey directory) {
		change(times(directory), this.clock.instant());
	}

	private static void change(Times times, Instant now) {
		Instant before = times.changed;
		times.changed = (before == null || now.isAfter(before)) ? now : before.plusNanos(1);
	}

	@GuardedBy("this")
	private Times times(NodeKey directory) {
		return this.directories.computeIfAbsent(directory, (key) -> new Times());
	}

	/**
	 * Lets a directory show a time until the next change.
	 */
	synchronized void set(NodeKey directory, Instant modified) {
		Times times = times(directory);
		times.changed = modified;
		// It may have had this time before, and other names.
		times.listed = null;
	}

	/**
	 * Records a change of a node that others have made.
	 * @param directory where the node was known to be, or {@code null}
	 * @return the directories that it may be in
	 */
	synchronized List<NodeKey> changeByOthers(NodeKey node, @Nullable NodeKey directory) {
		if (directory != null) {
			change(directory);
			return List.of(directory);
		}
		Instant now = this.clock.instant();
		List<NodeKey> changed = new ArrayList<>();
		this.directories.forEach((key, possible) -> {
			// In one that was empty, nodes of every kind may come.
			if (possible.spaces.contains(node.space()) || possible.spaces.isEmpty() && possible.listed != null) {
				change(possible, now);
				changed.add(key);
			}
		});
		return changed;
	}

	/**
	 * Records that others may have changed names anywhere.
	 */
	synchronized void changeAll() {
		Instant now = this.clock.instant();
		this.directories.values().forEach((times) -> change(times, now));
	}

	/** A directory is no more. */
	synchronized void forget(NodeKey directory) {
		this.directories.remove(directory);
	}

	/**
	 * Records that a node was found in a directory.
	 */
	public synchronized void found(Directory directory, NodeKey node) {
		times(directory.key()).add(node.space());
	}

	/**
	 * Records what a complete listing has found. If nobody has said so, it is a change
	 * now.
	 * @param since {@link #modified} when the listing began
	 */
	public synchronized void list(Directory directory, Instant since, long names) {
		Times times = times(directory.key());
		Listed before = times.listed;
		if (before != null && before.names() != names && before.since().equals(since)
				&& modified(directory).equals(since)) {
			change(times, this.clock.instant());
		}
		times.listed = new Listed(modified(directory), names);
	}

	/**
	 * What is known of one directory.
	 */
	private static final class Times {

		@Nullable Instant changed;

		/** What its last complete listing found, and when that was valid. */
		@Nullable Listed listed;

		/** Which kinds of nodes there are in it, mostly one. */
		Set<String> spaces = Set.of();

		void add(String space) {
			if (!this.spaces.contains(space)) {
				Set<String> more = new HashSet<>(this.spaces);
				more.add(space);
				this.spaces = Set.copyOf(more);
			}
		}

	}

	/**
	 * The names that a listing has found.
	 *
	 * @param since when the directory had changed last
	 * @param names a number that stands for all of them
	 */
	private record Listed(Instant since, long names) {

	}

}
