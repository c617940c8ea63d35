package io.fusemount.core.inode;

import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

import io.fusemount.core.cache.ContentCache;
import io.fusemount.core.node.Attributes;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.operation.Steps;
import io.fusemount.core.revision.Revision;
import io.fusemount.core.revision.StoredContent;
import io.fusemount.core.spool.Leftover;
import io.fusemount.core.spool.Spool;
import io.fusemount.core.spool.SpoolLabel;
import io.fusemount.core.spool.SpooledContent;
import org.jspecify.annotations.Nullable;

/**
 * Makes the state of files that are opened: of stored ones, of new ones, and of those
 * that stay local.
 */
public final class NewFiles {

	private static final String SPACE = "new";

	private final Spool spool;

	private final ContentCache cache;

	private final Clock clock;

	private final Changes changes;

	private final Steps steps;

	private final AtomicLong sequence = new AtomicLong();

	public NewFiles(Spool spool, ContentCache cache, Clock clock, Changes changes, Steps steps) {
		this.spool = spool;
		this.cache = cache;
		this.clock = clock;
		this.changes = changes;
		this.steps = steps;
	}

	public OpenFile existing(RegularFile file) {
		return OpenFile.existing(this.changes, this.steps, file, Revision.of(this.spool, this.cache, this.clock, file));
	}

	/**
	 * A file that its first commit will create, or that stays local.
	 */
	public OpenFile created(Place place, boolean scratch) {
		return local(place, identity(), SpooledContent.empty(this.spool), null, null, null, scratch);
	}

	/**
	 * A scratch file that an earlier process has left.
	 */
	public OpenFile restored(Place place, Leftover leftover) {
		return local(place, leftover.label().identity(), leftover.content(), leftover.modified(), leftover.modified(),
				leftover.label(), true);
	}

	/**
	 * A scratch file with the content of a stored one.
	 */
	public OpenFile copied(Place place, RegularFile source) {
		Attributes kept = source.attributes();
		return local(place, identity(), copy(source), kept.created(), kept.modified(), null, true);
	}

	/**
	 * Copies the content of a stored file to the spool.
	 */
	public SpooledContent copy(RegularFile source) {
		RegularFile file = source.measured();
		StoredContent stored = new StoredContent(this.cache, file);
		try {
			return SpooledContent.copy(this.spool, stored, file.attributes().size());
		}
		finally {
			stored.close(false);
		}
	}

	private OpenFile local(Place place, NodeKey identity, SpooledContent bytes, @Nullable Instant created,
			@Nullable Instant modified, @Nullable SpoolLabel written, boolean scratch) {
		Revision content = Revision.local(this.spool, this.cache, this.clock, bytes, created, modified, written);
		try {
			return OpenFile.created(this.changes, this.steps, identity, content, place, scratch);
		}
		catch (RuntimeException ex) {
			// There may be no room for its label.
			if (written == null) {
				content.discard(false);
			}
			throw ex;
		}
	}

	public NodeKey identity() {
		return new NodeKey(SPACE, this.sequence.incrementAndGet() + "@" + this.clock.millis());
	}

}
