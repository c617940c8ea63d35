package io.fusemount.core.node;

import java.io.InputStream;

/**
 * A source without any bytes.
 */
final class EmptyContent implements ContentSource {

	static final EmptyContent INSTANCE = new EmptyContent();

	private EmptyContent() {
	}

	@Override
	public long size() {
		return 0;
	}

	@Override
	public InputStream openStream() {
		return InputStream.nullInputStream();
	}

}
