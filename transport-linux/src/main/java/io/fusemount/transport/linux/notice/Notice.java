package io.fusemount.transport.linux.notice;

import io.fusemount.core.name.Name;

/**
 * Something that the kernel is told without having asked.
 */
sealed interface Notice {

	/**
	 * What the kernel knows of a node's attributes is not to be believed any more. It
	 * waits for nothing when it is told that.
	 *
	 * @param node the number of the node
	 */
	record Attributes(long node) implements Notice {

	}

	/**
	 * A name is to be looked up again. The kernel waits for the lock of the directory,
	 * which a request that is being served may hold.
	 *
	 * @param directory the number of the directory
	 * @param name the name
	 */
	record Entry(long directory, Name name) implements Notice {

	}

	/**
	 * Nodes that nobody uses are to be forgotten.
	 *
	 * @param nodes their numbers
	 */
	record Forget(long[] nodes) implements Notice {

	}

}
