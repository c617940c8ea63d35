package io.fusemount.core.spool;

import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.List;

import io.fusemount.core.node.ByteRange;
import io.fusemount.core.node.ContentPatch;

/**
 * The differences of spooled content from the stored content.
 *
 * @param content the content
 * @param kept the number of bytes of the stored content that remain
 * @param changed the ranges that differ
 */
record SpooledPatch(SpooledContent content, long kept, List<ByteRange> changed) implements ContentPatch {

	@Override
	public long size() {
		return this.content.size();
	}

	@Override
	public int read(long position, ByteBuffer target) {
		return this.content.read(position, target);
	}

	@Override
	public InputStream openStream() {
		return this.content.openStream();
	}

}
