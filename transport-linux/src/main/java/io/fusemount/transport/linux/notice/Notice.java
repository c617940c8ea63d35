package io.fusemount.transport.linux.notice;

/**
 * A notification to the kernel.
 */
sealed interface Notice {

	/**
	 * The cached attributes of a node are outdated. The kernel does not wait for anything
	 * when it receives this notice.
	 *
	 * @param node the number of the node
	 * @param before the number of earlier attempts at which the kernel did not know the
	 * node: the answer that introduces the node, with data that is outdated by now, may
	 * have been in transit
	 */
	record Attributes(long node, int before) implements Notice {

		Attributes(long node) {
			this(node, 0);
		}

	}

	/**
	 * All names have to be looked up again when they are needed. Supported since Linux
	 * 6.16. A notice for a single name would take the lock of a directory, which the
	 * request of a program may hold: if this process died at that point, the program and
	 * the notice would wait for each other forever.
	 */
	record Names() implements Notice {

	}

	/**
	 * Unused nodes should be forgotten.
	 *
	 * @param nodes the numbers of the nodes
	 */
	record Forget(long[] nodes) implements Notice {

	}

	/**
	 * There was a notice, which another thread sends.
	 */
	record Nothing() implements Notice {

	}

}
