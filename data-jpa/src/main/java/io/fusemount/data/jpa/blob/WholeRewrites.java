package io.fusemount.data.jpa.blob;

import java.util.concurrent.atomic.AtomicBoolean;

import io.fusemount.core.node.ContentSource;
import io.fusemount.data.jpa.mapping.EntityMapping;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Tells administrators, once for an entity, that a small change of a large file costs as
 * much as the file.
 */
final class WholeRewrites {

	private static final Log logger = LogFactory.getLog(WholeRewrites.class);

	private static final long LARGE_BYTES = 16L << 20;

	private static final int SMALL_PART = 10;

	private final EntityMapping entity;

	private final AtomicBoolean told = new AtomicBoolean();

	WholeRewrites(EntityMapping entity) {
		this.entity = entity;
	}

	/** Examines content that is stored as a whole. */
	void check(ContentSource whole) {
		long size = whole.size();
		if (size >= LARGE_BYTES && whole.changedBytes() < size / SMALL_PART && this.told.compareAndSet(false, true)) {
			logger.warn("Storing a file of " + size + " bytes anew, of which " + whole.changedBytes()
					+ " have changed: each change of a file costs as much as the whole file, because "
					+ this.entity.name() + "." + this.entity.content() + " is not changed in place. "
					+ "Content in pieces is, a Map<Integer, byte[]> with @ElementCollection");
		}
	}

}
