package io.fusemount.conformance.architecture.bad.transport;

import java.util.List;

import io.fusemount.conformance.architecture.bad.core.cache.CacheOfTheCore;
import io.fusemount.conformance.architecture.bad.core.inode.TableOfTheCore;
import io.fusemount.conformance.architecture.bad.core.service.ServiceOfTheCore;
import io.fusemount.conformance.architecture.bad.core.spool.SpoolOfTheCore;
import io.fusemount.conformance.architecture.bad.core.tree.TreeOfTheCore;

/**
 * Looks behind the filesystem.
 */
class TransportThatKnowsTheInsides {

	Object insides() {
		return List.of(new CacheOfTheCore(), new TableOfTheCore(), new ServiceOfTheCore(), new SpoolOfTheCore(),
				new TreeOfTheCore());
	}

}
