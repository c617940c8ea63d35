package io.fusemount.core.node;

import java.io.IOException;
import java.io.InputStream;

/**
 * Bytes that are to be stored. The same bytes come at each opening, so that a transaction
 * can be tried again.
 */
public interface ContentSource {

	/**
	 * Returns a source of no bytes.
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
