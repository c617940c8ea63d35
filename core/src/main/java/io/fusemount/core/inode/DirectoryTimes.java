package io.fusemount.core.inode;

import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.fusemount.core.node.Directory;
import io.fusemount.core.node.NodeKey;
import org.jspecify.annotations.Nullable;

/**
 * When the names of directories changed last, as far as this process has seen it. Each
 * change moves the time, however quickly one follows the other: servers that export a
 * mount list a directory again only if its time has moved.
 */
public final class DirectoryTimes {

	private final Clock clock;

	private final Map<NodeKey, Instant> changed = new ConcurrentHashMap<>();

	/** What the last complete listing of a directory found, and when that was valid. */
	private final Map<NodeKey, Listed> listed = new ConcurrentHashMap<>();

	/** In which directories there are nodes of which kind. */
	private final Map<String, Set<NodeKey>> directories = new ConcurrentHashMap<>();

	public DirectoryTimes(Clock clock) {
		this.clock = clock;
	}

	/**
	 * Returns when names of the directory changed last.
	 */
	public Instant modified(Directory directory) {
		return this.changed.getOrDefault(directory.key(), directory.attributes().modified());
	}

	/**
	 * Records a change.
	 */
	void change(NodeKey directory) {
		Instant now = this.clock.instant();
		this.changed.merge(directory, now, (before, latest) -> latest.isAfter(before) ? latest : before.plusNanos(1));
	}

	/**
	 * Lets a directory show a time until the next change.
	 */
	void set(NodeKey directory, Instant modified) {
		this.changed.put(directory, modified);
		// It may have had this time before, and other names.
		this.listed.remove(directory);
	}

	/**
	 * Records a change of a node that others have made.
	 * @param directory where the node was known to be, or {@code null}
	 */
	void changeByOthers(NodeKey node, @Nullable NodeKey directory) {
		if (directory != null) {
			change(directory);
			return;
		}
		Set<NodeKey> possible = this.directories.getOrDefault(node.space(), Set.of());
		possible.forEach(this::change);
		// In one that was empty, nodes of every kind may come.
		this.listed.keySet().stream().filter((each) -> !isKnown(each)).forEach(this::change);
	}

	private boolean isKnown(NodeKey directory) {
		return this.directories.values().stream().anyMatch((known) -> known.contains(directory));
	}

	/**
	 * Records that a node was found in a directory.
	 */
	public void found(Directory directory, NodeKey node) {
		Set<NodeKey> known = this.directories.get(node.space());
		if (known == null || !known.contains(directory.key())) {
			this.directories.computeIfAbsent(node.space(), (space) -> ConcurrentHashMap.newKeySet())
				.add(directory.key());
		}
	}

	/**
	 * Records what a complete listing has found. If nobody has said so, it is a change
	 * now.
	 * @param since {@link #modified} when the listing began
	 */
	public void list(Directory directory, Instant since, long names) {
		Listed before = this.listed.get(directory.key());
		if (before != null && before.names() != names && before.since().equals(since)
				&& modified(directory).equals(since)) {
			change(directory.key());
		}
		this.listed.put(directory.key(), new Listed(modified(directory), names));
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
