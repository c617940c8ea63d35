package io.fusemount.conformance.architecture.bad.transport;

import java.util.List;

import io.fusemount.conformance.architecture.bad.core.block.BlockOfTheCore;
import io.fusemount.conformance.architecture.bad.core.cache.CacheOfTheCore;
import io.fusemount.conformance.architecture.bad.core.change.ChangesOfTheCore;
import io.fusemount.conformance.architecture.bad.core.channel.ChannelOfTheCore;
import io.fusemount.conformance.architecture.bad.core.inode.TableOfTheCore;
import io.fusemount.conformance.architecture.bad.core.namespace.NamesOfTheCore;
import io.fusemount.conformance.architecture.bad.core.reading.ReadingOfTheCore;
import io.fusemount.conformance.architecture.bad.core.revision.RevisionOfTheCore;
import io.fusemount.conformance.architecture.bad.core.save.SavingOfTheCore;
import io.fusemount.conformance.architecture.bad.core.service.ServiceOfTheCore;
import io.fusemount.conformance.architecture.bad.core.spool.SpoolOfTheCore;
import io.fusemount.conformance.architecture.bad.core.tree.TreeOfTheCore;
import io.fusemount.conformance.architecture.bad.core.unsaved.UnsavedOfTheCore;

/**
 * Looks behind the filesystem.
 */
class TransportThatKnowsTheInsides {

	Object insides() {
		return List.of(new CacheOfTheCore(), new ChangesOfTheCore(), new SavingOfTheCore(), new ReadingOfTheCore(),
				new TableOfTheCore(), new NamesOfTheCore(), new RevisionOfTheCore(), new ServiceOfTheCore(),
				new SpoolOfTheCore(), new TreeOfTheCore(), new BlockOfTheCore(), new UnsavedOfTheCore(),
				new ChannelOfTheCore());
	}

}
