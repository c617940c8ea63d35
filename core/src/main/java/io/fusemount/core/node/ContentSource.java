package io.fusemount.core.node;

import java.io.IOException;
import java.io.InputStream;

/**
 * Bytes to store. Every stream provides the same bytes, so that a transaction can be
 * retried.
 */
public interface ContentSource {

	/**
	 * Returns a source without any bytes.
	 */
	static ContentSource empty() {
		return EmptyContent.INSTANCE;
	}

	/**
	 * Returns the number of bytes.
	 */
	long size();

	/**
	 * Returns the number of bytes that differ from the content that they replace, as far
	 * as is known.
	 * <p>
	 * The default implementation returns the size.
	 */
	default long changedBytes() {
		return size();
	}

	/**
	 * Opens a stream of exactly {@link #size()} bytes. The caller closes it.
	 */
	InputStream openStream() throws IOException;

}
