package io.fusemount.data.jpa.directory;

import java.nio.ByteBuffer;
import java.util.function.Consumer;

import io.fusemount.core.node.Content;
import io.fusemount.data.jpa.blob.JpaBlobStore;

/**
 * The content of one version of a row.
 *
 * @param blobs the store of the content
 * @param row the row in this version
 */
record RowContent(JpaBlobStore blobs, Row row) implements Content {

	@Override
	public int read(long position, ByteBuffer target) {
		return this.blobs.read(this.row.id(), this.row.version(), position, target);
	}

	@Override
	public boolean isCostlyByRange() {
		return this.blobs.isCostlyByRange(this.row.id(), this.row.version());
	}

	@Override
	public void readAll(Consumer<ByteBuffer> target) {
		this.blobs.readAll(this.row.id(), this.row.version(), target);
	}

}
