package io.fusemount.data.jpa.directory;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.data.jpa.blob.EntityContent;
import io.fusemount.data.jpa.blob.JpaBlobStore;
import io.fusemount.data.jpa.mapping.FileMapping;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Measures content whose noted size is wrong or says nothing, and warns once.
 */
final class RowMeasure {

	private static final Log logger = LogFactory.getLog(RowMeasure.class);

	private final FileMapping mapping;

	private final JpaBlobStore blobs;

	private final EntityContent content;

	private final boolean costly;

	private final AtomicBoolean warned = new AtomicBoolean();

	/**
	 * Whether measuring has made a listing too slow, and has ended until the next start.
	 */
	private volatile boolean givenUp;

	/**
	 * Creates the measure.
	 * @param costly whether measuring takes time
	 */
	RowMeasure(FileMapping mapping, EntityContent content, JpaBlobStore blobs, boolean costly) {
		this.mapping = mapping;
		this.content = content;
		this.costly = costly;
		this.blobs = blobs;
	}

	/**
	 * Returns the row with the length of its content.
	 * @throws ErrnoException {@code ESTALE} if the row is gone or has another version
	 */
	Row measured(Row row) {
		return row.length().isMeasured() ? row
				: checked(row.withLength(row.length().withMeasured(this.blobs.length(row.id(), row.version()))));
	}

	/** Warns if the noted size of the row is wrong. */
	Row checked(Row row) {
		if (row.length().isMisnoted() && this.warned.compareAndSet(false, true)) {
			logger.warn("Sizes in '" + this.mapping.path() + "' do not fit the content: the "
					+ this.mapping.entity().name() + " with id " + this.mapping.entity().id().format(row.id()) + " has "
					+ row.length().noted() + " noted for " + row.size() + " bytes, and is served as it is. "
					+ this.content.adviseOnSizes());
		}
		return row;
	}

	/**
	 * Loads a page of a listing.
	 * @param page loads the page, measuring content without a noted length or not
	 */
	RowPage page(Function<Boolean, RowPage> page) {
		if (this.givenUp) {
			return page.apply(false);
		}
		try {
			return page.apply(true);
		}
		catch (ErrnoException ex) {
			if (ex.errno() != Errno.ETIMEDOUT || !this.costly) {
				throw ex;
			}
			// If the cause of the delay is another one, this fails too.
			RowPage plain = page.apply(false);
			if (plain.hasUnnoted()) {
				giveUp();
			}
			return plain;
		}
	}

	private void giveUp() {
		this.givenUp = true;
		logger.warn("Listing '" + this.mapping.path() + "' takes too long where sizes are not noted: until the next "
				+ "start, files without a size are listed as empty there, and are served as they are when they are "
				+ "opened. " + this.content.adviseOnSizes());
	}

}
