package io.fusemount.core.save;

import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

import io.fusemount.core.cache.ContentCache;
import io.fusemount.core.inode.FileInode;
import io.fusemount.core.inode.Maker;
import io.fusemount.core.node.AttributeValues;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Ownership;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.revision.RecordedRevision;
import io.fusemount.core.revision.Revision;
import io.fusemount.core.revision.StoredContent;
import io.fusemount.core.spool.Leftover;
import io.fusemount.core.spool.Spool;
import io.fusemount.core.spool.SpoolLabel;
import io.fusemount.core.spool.SpooledContent;
import org.jspecify.annotations.Nullable;

/**
 * Creates content on the local disk: of files without a row, of stored files that are
 * opened, and copies.
 */
public final class Local {

	private static final String SPACE = "new";

	private final Spool spool;

	private final ContentCache cache;

	private final Clock clock;

	private final AtomicLong sequence = new AtomicLong();

	public Local(Spool spool, ContentCache cache, Clock clock) {
		this.spool = spool;
		this.cache = cache;
		this.clock = clock;
	}

	/**
	 * Returns the content of a stored file, of which nothing is read yet.
	 */
	public Revision open(RegularFile version) {
		return Revision.of(this.spool, this.cache, this.clock, version);
	}

	/**
	 * Returns the content of an open file as an earlier process has written it down.
	 * @param version the stored version, {@code null} if there is none
	 */
	public Revision resume(@Nullable RegularFile version, RecordedRevision recorded) {
		return recorded.resume(this.spool, this.cache, this.clock, version);
	}

	/**
	 * Creates a file that has no place yet.
	 * @param ownership what it begins with
	 */
	FileInode create(Place place, boolean scratch, Ownership ownership) {
		Maker maker = Maker.current(place);
		Revision content = local(SpooledContent.empty(this.spool), null, null);
		content.keep(FileChanges.of(ownership, AttributeValues.NONE));
		FileInode file = FileInode.local(identity(), place, content, scratch, maker);
		try {
			content.label(file.label(place, scratch));
			return file;
		}
		catch (RuntimeException ex) {
			// There may be no room for its label.
			content.discard(false);
			throw ex;
		}
	}

	/**
	 * Creates a scratch file that an earlier process has left.
	 */
	public FileInode restore(Place place, Leftover leftover) {
		SpoolLabel label = leftover.label();
		FileInode file = FileInode.local(label.identity(), place, local(leftover.content(), leftover.modified(), label),
				true, new Maker(label.user(), null));
		file.requireContent().keep(FileChanges.of(label.ownership(), label.attributes()));
		file.requireContent().label(file.label(place, true));
		return file;
	}

	private Revision local(SpooledContent bytes, @Nullable Instant time, @Nullable SpoolLabel written) {
		return Revision.local(this.spool, this.cache, this.clock, bytes, time, time, written);
	}

	/**
	 * Returns a copy of the content of a stored file.
	 */
	SpooledContent copy(RegularFile version) {
		RegularFile file = version.measured();
		StoredContent stored = new StoredContent(this.cache, file);
		try {
			return SpooledContent.copy(this.spool, stored, file.attributes().size());
		}
		finally {
			stored.close(false);
		}
	}

	/**
	 * Returns an identity for a file without a row.
	 */
	NodeKey identity() {
		return new NodeKey(SPACE, this.sequence.incrementAndGet() + "@" + this.clock.millis());
	}

	/** Records that two versions have the same bytes. */
	void succeeded(RegularFile before, RegularFile after) {
		this.cache.succeeded(before, after);
	}

}
