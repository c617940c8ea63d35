package io.fusemount.core.inode;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

import io.fusemount.core.operation.Caller;
import org.jspecify.annotations.Nullable;

/**
 * The files that each program has created last. {@link InodeTable} guards it.
 */
final class Creations {

	/** Whoever looks for one wants the latest, and many programs create thousands. */
	private static final int MAX_OF_PROGRAM = 64;

	private final Map<Program, Deque<Inode>> newestFirst = new HashMap<>();

	void add(Inode inode) {
		Program program = Program.of(inode.creator());
		if (program != null) {
			Deque<Inode> inodes = this.newestFirst.computeIfAbsent(program, (first) -> new ArrayDeque<>(2));
			inodes.addFirst(inode);
			if (inodes.size() > MAX_OF_PROGRAM) {
				inodes.removeLast();
			}
		}
	}

	void remove(Inode inode) {
		Program program = Program.of(inode.creator());
		if (program != null) {
			this.newestFirst.computeIfPresent(program, (known, inodes) -> {
				inodes.remove(inode);
				return inodes.isEmpty() ? null : inodes;
			});
		}
	}

	/** Returns those of a program, the newest first. */
	Stream<Inode> by(Caller caller) {
		Program program = Program.of(caller);
		Deque<Inode> inodes = (program != null) ? this.newestFirst.get(program) : null;
		return (inodes != null) ? inodes.stream() : Stream.of();
	}

	/**
	 * A process of a user.
	 *
	 * @param uid the user id
	 * @param pid the process id
	 */
	private record Program(int uid, int pid) {

		/** Returns that of a caller, or {@code null} if it is not known. */
		static @Nullable Program of(@Nullable Caller caller) {
			return (caller != null && caller.pid() != 0) ? new Program(caller.uid(), caller.pid()) : null;
		}

	}

}
