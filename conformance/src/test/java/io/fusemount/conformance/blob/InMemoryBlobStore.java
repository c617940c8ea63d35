package io.fusemount.conformance.blob;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.ContentSource;
import org.jspecify.annotations.Nullable;

/**
 * A store that keeps contents in a map, which a transaction takes a copy of.
 */
final class InMemoryBlobStore implements BlobStore<Integer> {

	private record Row(int version, byte[] content) {
	}

	private Map<Integer, Row> rows = new HashMap<>();

	synchronized int create() {
		this.rows.put(this.rows.size(), new Row(0, new byte[0]));
		return this.rows.size() - 1;
	}

	synchronized void delete(int key) {
		this.rows.remove(key);
	}

	synchronized int version(int key) {
		Row row = this.rows.get(key);
		return (row != null) ? row.version() : -1;
	}

	synchronized void changeVersion(int key) {
		this.rows.computeIfPresent(key, (id, row) -> new Row(row.version() + 1, row.content()));
	}

	synchronized void rollBack(Runnable work) {
		Map<Integer, Row> before = new HashMap<>(this.rows);
		work.run();
		this.rows = before;
	}

	@Override
	public synchronized int read(Integer key, @Nullable Object version, long position, ByteBuffer target) {
		Row row = this.rows.get(key);
		if (row == null || (version != null && !version.equals(row.version()))) {
			throw new ErrnoException(Errno.ESTALE, "The row has moved on");
		}
		int length = (int) Math.max(0, Math.min(target.remaining(), row.content().length - position));
		if (length > 0) {
			target.put(row.content(), (int) position, length);
		}
		return length;
	}

	@Override
	public synchronized long length(Integer key) {
		Row row = this.rows.get(key);
		return (row != null) ? row.content().length : 0;
	}

	@Override
	public synchronized void write(Integer key, ContentSource source) {
		try (InputStream stream = source.openStream()) {
			byte[] content = stream.readAllBytes();
			this.rows.computeIfPresent(key, (id, row) -> new Row(row.version(), content));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
