package io.fusemount.transport.linux.notice;

/**
 * Something that the kernel is told without having asked.
 */
sealed interface Notice {

	/**
	 * What the kernel knows of a node's attributes is not to be believed any more. It
	 * waits for nothing when it is told that.
	 *
	 * @param node the number of the node
	 * @param before how often it was told so before and did not know the node: the answer
	 * that tells it of that, with what is outdated by now, may have been on its way
	 */
	record Attributes(long node, int before) implements Notice {

		Attributes(long node) {
			this(node, 0);
		}

	}

	/**
	 * All names are to be looked up again, as they are needed. Linux can since 6.16. To
	 * have one name looked up, it would take the lock of a directory, which the request
	 * of a program may hold: if this process dies then, the program waits for it, and it
	 * for the program, and neither ends.
	 */
	record Names() implements Notice {

	}

	/**
	 * Nodes that nobody uses are to be forgotten.
	 *
	 * @param nodes their numbers
	 */
	record Forget(long[] nodes) implements Notice {

	}

}
