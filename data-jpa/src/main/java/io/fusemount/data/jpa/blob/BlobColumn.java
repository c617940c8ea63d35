package io.fusemount.data.jpa.blob;

import java.nio.ByteBuffer;
import java.util.function.Consumer;

import io.fusemount.core.node.Content;
import io.fusemount.core.node.ContentPatch;
import io.fusemount.core.node.ContentSource;
import io.fusemount.data.jpa.database.UploadPace;
import jakarta.persistence.EntityManager;
import org.jspecify.annotations.Nullable;

/**
 * One kind of column in one kind of database: how ranges of its content are read. All
 * work is done in the active transaction.
 */
interface BlobColumn {

	/**
	 * Reads one range and returns the number of bytes, less than the room in the target
	 * only at the end.
	 */
	int read(EntityManager entityManager, Object id, @Nullable Object version, long position, ByteBuffer target);

	/**
	 * Whether each range of this content costs about as much as the whole.
	 */
	default boolean isCostlyByRange(EntityManager entityManager, Object id, @Nullable Object version) {
		return false;
	}

	/**
	 * Hands over all of the content, in pieces of at most {@link Content#PIECE_BYTES}.
	 */
	default void readAll(EntityManager entityManager, Object id, @Nullable Object version,
			Consumer<ByteBuffer> target) {
		Content content = (position, piece) -> read(entityManager, id, version, position, piece);
		content.readAll(target);
	}

	/**
	 * Returns the beginning of an entity's content as an expression of HQL, with the
	 * number of bytes as the parameter {@code length}, or {@code null} if there is none.
	 * @param entity the alias of the entity in the query
	 */
	default @Nullable String headOf(String entity) {
		return null;
	}

	/**
	 * Whether the database has all of a value in its hands for {@link #headOf}, so that
	 * it had better look at the length before.
	 */
	default boolean isHeadCostly() {
		return false;
	}

	/** Returns the length in bytes, 0 if there is no content. */
	long length(EntityManager entityManager, Object id, @Nullable Object version);

	/**
	 * Returns the length in bytes of an entity's content as an expression of HQL, which
	 * is null where it is not known, or {@code null} if there is none.
	 * @param entity the alias of the entity in the query
	 */
	@Nullable String lengthOf(String entity);

	/** Whether that is found out by going through the content. */
	default boolean isLengthCostly() {
		return false;
	}

	/**
	 * Returns the length of content as an expression of SQL, for people, or {@code null}
	 * if there is none.
	 * @param column the column, as it is written in SQL
	 */
	@Nullable String lengthInSql(String column);

	/** Whether {@link #patch} is there. */
	default boolean isPatchable() {
		return false;
	}

	/**
	 * Changes content that exists, by nothing but the changed ranges of the patch.
	 * @param cut whether something of the content is cut off first, as far as its length
	 * is noted
	 * @param pace is told of the bytes that were sent
	 */
	default void patch(EntityManager entityManager, Object id, ContentPatch patch, boolean cut, UploadPace pace) {
		throw new UnsupportedOperationException();
	}

	/**
	 * Returns {@link #patch} as something that can be done while the row is locked, or
	 * {@code null} if there is nothing like that for this patch.
	 */
	default @Nullable RowChange patching(ContentPatch patch, boolean cut, UploadPace pace) {
		return null;
	}

	/**
	 * Whether the content lives outside its row, so that it has to be removed on its own
	 * ({@link #remove}) and can change its row without being copied ({@link #move}).
	 */
	default boolean isSeparate() {
		return false;
	}

	/**
	 * Whether content of this size had better change its row without passing through this
	 * process ({@link #move}).
	 */
	default boolean isMovable(long size) {
		return isSeparate();
	}

	/**
	 * Makes sure that the database takes content of a size, whatever it is.
	 * @throws io.fusemount.core.errno.ErrnoException {@code EFBIG} if it does not
	 */
	default void requireRoomFor(long bytes) {
	}

	/**
	 * Makes sure that the database takes this very content, whose size is no problem.
	 * @throws io.fusemount.core.errno.ErrnoException {@code EFBIG} if it does not
	 */
	default void requireRoomFor(ContentSource source) {
	}

	/**
	 * Whether the driver hands out a row with all of its content, so that loading an
	 * entity takes memory for it.
	 */
	default boolean isLoadedWithRow() {
		return false;
	}

	/** Removes content that lives outside its row. */
	default void remove(EntityManager entityManager, Object id) {
	}

	/**
	 * Returns {@link #remove} as something that can be done while the row is locked, or
	 * {@code null} if there is nothing like that.
	 */
	default @Nullable RowChange removal() {
		return null;
	}

	/** Lets the row of the second id have the content of the first one's. */
	default void move(EntityManager entityManager, Object from, Object to, boolean incrementVersion) {
		throw new UnsupportedOperationException();
	}

	/** Returns the kind, for the log. */
	String describe();

}
