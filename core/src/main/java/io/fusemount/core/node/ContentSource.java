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
	 * Opens a stream of exactly {@link #size()} bytes. The caller closes it.
	 */
	InputStream openStream() throws IOException;

}
