package io.fusemount.core.inode;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * The files that each program has created in each directory. {@link InodeTable} guards
 * it.
 */
final class Creations {

	private final Map<Maker, Deque<Inode>> newestFirst = new HashMap<>();

	void add(Inode inode) {
		Maker maker = inode.maker();
		if (maker != null) {
			this.newestFirst.computeIfAbsent(maker, (first) -> new ArrayDeque<>(2)).addFirst(inode);
		}
	}

	void remove(Inode inode) {
		Maker maker = inode.maker();
		if (maker != null) {
			this.newestFirst.computeIfPresent(maker, (known, inodes) -> {
				// Nearly always it is the oldest.
				inodes.removeLastOccurrence(inode);
				return inodes.isEmpty() ? null : inodes;
			});
		}
	}

	/** Returns those of a maker, the newest first. */
	Stream<Inode> by(@Nullable Maker maker) {
		Deque<Inode> inodes = (maker != null) ? this.newestFirst.get(maker) : null;
		return (inodes != null) ? inodes.stream() : Stream.of();
	}

}
