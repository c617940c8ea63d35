package io.fusemount.core.vfs;

import java.io.InputStream;

import io.fusemount.core.node.ContentSource;

/**
 * No bytes.
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
