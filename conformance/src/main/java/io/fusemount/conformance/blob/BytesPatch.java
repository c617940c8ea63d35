package io.fusemount.conformance.blob;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.List;

import io.fusemount.core.node.ByteRange;
import io.fusemount.core.node.ContentPatch;

/**
 * A patch whose result is known.
 *
 * @param result all bytes of the result
 * @param kept the number of bytes, from the start of the replaced content, that remain
 * @param changed the ranges that differ
 */
record BytesPatch(byte[] result, long kept, List<ByteRange> changed) implements ContentPatch {

	@Override
	public long size() {
		return this.result.length;
	}

	@Override
	public int read(long position, ByteBuffer target) {
		int count = Math.min(target.remaining(), this.result.length - (int) position);
		target.put(this.result, (int) position, count);
		return count;
	}

	@Override
	public InputStream openStream() {
		return new ByteArrayInputStream(this.result);
	}

}
