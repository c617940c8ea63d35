package io.fusemount.core.inode;

import java.time.Instant;
import java.util.Objects;

import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.spool.SpoolLabel;
import org.jspecify.annotations.Nullable;

/**
 * Where an open file is and what it is there, at one moment.
 *
 * @param identity the key that it had when it was opened, or one of its own
 * @param place where it was opened or will be created, {@code null} if that is not known
 * @param scratch whether it stays local
 * @param detached whether it was deleted or replaced, so that nothing of it is stored
 */
record Whereabouts(NodeKey identity, @Nullable Place place, boolean scratch, boolean detached) {

	/** A stored file of which only the key is known. */
	static Whereabouts of(NodeKey stored) {
		return new Whereabouts(stored, null, false, false);
	}

	/** The same file at another place. */
	Whereabouts moved(Place target, boolean toScratch) {
		return new Whereabouts(this.identity, target, toScratch, this.detached);
	}

	/** A scratch file of its own, because another file has taken its row. */
	Whereabouts parted(NodeKey fresh, Place target) {
		return new Whereabouts(fresh, target, true, this.detached);
	}

	Whereabouts detach() {
		return new Whereabouts(this.identity, this.place, this.scratch, true);
	}

	/**
	 * Returns what a process that finds the local content after a crash is to know.
	 */
	SpoolLabel label() {
		Place known = Objects.requireNonNull(this.place);
		return new SpoolLabel(this.scratch ? SpoolLabel.Kind.SCRATCH : SpoolLabel.Kind.CONTENT, known.directory().key(),
				known.name(), this.identity, Caller.currentUser());
	}

	/**
	 * Returns a modification time as it will be stored.
	 * @param stored the committed file, {@code null} if there is none
	 */
	Instant kept(Instant modified, @Nullable RegularFile stored) {
		if (stored != null) {
			return modified.equals(stored.attributes().modified()) ? modified : stored.keptTime(modified);
		}
		return (this.place != null) ? this.place.directory().keptTime(modified) : modified;
	}

	/** Returns the birth time of a file that is not committed, as it will be stored. */
	Instant keptBirth(Instant created, Instant modified) {
		return (this.place != null) ? this.place.directory().keptBirth(created, modified) : created;
	}

	/** Returns a name by which people know it. */
	String name() {
		return (this.place != null) ? this.place.name().value() : this.identity.space() + "-" + this.identity.id();
	}

}
