package io.fusemount.conformance.architecture.bad.transport;

import io.fusemount.conformance.architecture.bad.core.inode.TableOfTheCore;

/**
 * Looks behind the filesystem.
 */
class TransportThatKnowsTables {

	private final TableOfTheCore table = new TableOfTheCore();

	Object table() {
		return this.table;
	}

}
