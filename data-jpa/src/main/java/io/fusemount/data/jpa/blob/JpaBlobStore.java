package io.fusemount.data.jpa.blob;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.ContentSource;
import io.fusemount.data.jpa.database.DatabaseAccess;
import io.fusemount.data.jpa.mapping.EntityMapping;
import org.jspecify.annotations.Nullable;

/**
 * The content of the rows of one entity. A version guards each read, so that a range
 * never comes from a version other than the one that the caller knows.
 */
public final class JpaBlobStore {

	/** The most bytes that one statement fetches, so that memory stays constant. */
	private static final int MAX_RANGE_BYTES = 1 << 20;

	private final DatabaseAccess access;

	private final EntityMapping entity;

	private final EntityContent content;

	public JpaBlobStore(DatabaseAccess access, EntityMapping entity, EntityContent content) {
		this.access = access;
		this.entity = entity;
		this.content = content;
	}

	/**
	 * Fills the buffer with content from the given position.
	 * @return the number of bytes read, less than the room in the buffer only at the end
	 * of the content
	 * @throws ErrnoException {@code ESTALE} if the row is gone or has another version
	 */
	public int read(Object key, @Nullable Object version, long position, ByteBuffer target) {
		int limit = target.limit();
		int start = target.position();
		try {
			return this.access.look((entityManager) -> {
				// The work may be repeated.
				target.limit(limit).position(start);
				int total = 0;
				while (total < limit && target.position() < limit) {
					int range = Math.min(limit - target.position(), MAX_RANGE_BYTES);
					target.limit(target.position() + range);
					int length = this.content.column().read(entityManager, key, version, position + total, target);
					this.access.answered();
					total += length;
					if (length < range) {
						break;
					}
				}
				return total;
			});
		}
		finally {
			target.limit(limit);
		}
	}

	/**
	 * Whether each range of this content costs about as much as the whole.
	 */
	public boolean isCostlyByRange(Object key, @Nullable Object version) {
		return this.access.read((entityManager) -> this.content.column().isCostlyByRange(entityManager, key, version));
	}

	/**
	 * Passes the whole content to the target in pieces, in constant memory.
	 * @throws ErrnoException {@code ESTALE} if the row is gone or has another version
	 */
	public void readAll(Object key, @Nullable Object version, Consumer<ByteBuffer> target) {
		AtomicBoolean begun = new AtomicBoolean();
		this.access.read(() -> !begun.get(), (entityManager) -> {
			this.content.column().readAll(entityManager, key, version, (piece) -> {
				begun.set(true);
				target.accept(piece);
				this.access.answered();
			});
			return key;
		});
	}

	/**
	 * Returns the length of the stored content in bytes, 0 if there is none.
	 * @throws ErrnoException {@code ESTALE} if the row is gone or has another version
	 */
	public long length(Object key, @Nullable Object version) {
		return this.access.look((entityManager) -> this.content.column().length(entityManager, key, version));
	}

	/**
	 * Replaces the content of an existing row by a stream.
	 */
	public void write(Object key, ContentSource source) {
		try (Upload upload = this.content.open(source, this.access.pace())) {
			this.access.upload(source.size(), this.content.isSentByCalls(source.size()), upload::renew,
					(entityManager) -> {
						Object row = entityManager.find(this.entity.type(), key);
						if (row == null) {
							throw new ErrnoException(Errno.ESTALE, "The row has been deleted in the meantime");
						}
						this.content.replace(entityManager, row, upload);
						entityManager.flush();
						return upload.size();
					});
		}
	}

}
