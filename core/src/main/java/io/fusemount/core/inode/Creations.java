package io.fusemount.core.inode;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

import io.fusemount.core.node.NodeKey;
import io.fusemount.core.operation.Caller;
import org.jspecify.annotations.Nullable;

/**
 * The files that each program has created in each directory. {@link InodeTable} guards
 * it.
 */
final class Creations {

	private final Map<Maker, Deque<Inode>> newestFirst = new HashMap<>();

	void add(Inode inode) {
		Maker maker = Maker.of(inode.creator(), inode.createdIn());
		if (maker != null) {
			this.newestFirst.computeIfAbsent(maker, (first) -> new ArrayDeque<>(2)).addFirst(inode);
		}
	}

	void remove(Inode inode) {
		Maker maker = Maker.of(inode.creator(), inode.createdIn());
		if (maker != null) {
			this.newestFirst.computeIfPresent(maker, (known, inodes) -> {
				// Nearly always it is the oldest.
				inodes.removeLastOccurrence(inode);
				return inodes.isEmpty() ? null : inodes;
			});
		}
	}

	/** Returns those of a program in a directory, the newest first. */
	Stream<Inode> by(Caller program, NodeKey directory) {
		Maker maker = Maker.of(program, directory);
		Deque<Inode> inodes = (maker != null) ? this.newestFirst.get(maker) : null;
		return (inodes != null) ? inodes.stream() : Stream.of();
	}

	/**
	 * Who has created files, and where.
	 *
	 * @param program the process
	 * @param directory the key of the directory
	 */
	private record Maker(Caller.Program program, NodeKey directory) {

		/** Returns {@code null} if it is not known. */
		static @Nullable Maker of(@Nullable Caller caller, @Nullable NodeKey directory) {
			Caller.Program program = (caller != null) ? caller.program() : null;
			return (program != null && directory != null) ? new Maker(program, directory) : null;
		}

	}

}
