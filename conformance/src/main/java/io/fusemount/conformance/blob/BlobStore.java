package io.fusemount.conformance.blob;

import java.nio.ByteBuffer;
import java.util.function.Consumer;

import io.fusemount.core.node.Content;
import io.fusemount.core.node.ContentSource;
import org.jspecify.annotations.Nullable;

/**
 * The subject of the kit: access to the content of rows in one kind of column of one kind
 * of database. A version guards each read, so a range never comes from a version other
 * than the one that the caller knows.
 *
 * @param <K> the key of a row
 */
public interface BlobStore<K> {

	/**
	 * Fills the buffer with content from the given position on, in a transaction of its
	 * own if none is active.
	 * @param key the row
	 * @param version the version that the row must still have, or {@code null} if the
	 * entity has none
	 * @param position offset of the first byte
	 * @param target the buffer for the bytes; its position advances by their number
	 * @return the number of bytes read; fewer than the buffer has room for only at the
	 * end of the content
	 * @throws io.fusemount.core.errno.ErrnoException {@code ESTALE} if the row is gone or
	 * has another version
	 */
	int read(K key, @Nullable Object version, long position, ByteBuffer target);

	/**
	 * Whether reading any range of this content costs about as much as reading the whole.
	 * @param version the version that the row must still have, or {@code null}
	 * @see Content#isCostlyByRange()
	 */
	default boolean isCostlyByRange(K key, @Nullable Object version) {
		return false;
	}

	/**
	 * Passes all of the content to the target in pieces of at most
	 * {@link Content#PIECE_BYTES}, in constant memory.
	 * @param version the version that the row must still have, or {@code null}
	 * @param target receives the bytes of each piece, which are valid until it returns
	 * @throws io.fusemount.core.errno.ErrnoException {@code ESTALE} if the row is gone or
	 * has another version
	 */
	default void readAll(K key, @Nullable Object version, Consumer<ByteBuffer> target) {
		Content content = (position, piece) -> read(key, version, position, piece);
		content.readAll(target);
	}

	/**
	 * Returns the length of the stored content in bytes, 0 if there is none.
	 */
	long length(K key);

	/**
	 * Replaces the content of an existing row as a stream, in the active transaction or
	 * in one of its own.
	 */
	void write(K key, ContentSource source);

}
