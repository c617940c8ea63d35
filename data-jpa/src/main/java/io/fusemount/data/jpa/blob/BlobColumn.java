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
 * Access to the content in one kind of column of one kind of database. All work is done
 * in the active transaction.
 */
interface BlobColumn {

	/**
	 * Reads one range and returns the number of bytes, less than the room in the target
	 * only at the end of the content.
	 */
	int read(EntityManager entityManager, Object id, @Nullable Object version, long position, ByteBuffer target);

	/**
	 * Whether each range of this content costs about as much as the whole.
	 */
	default boolean isCostlyByRange(EntityManager entityManager, Object id, @Nullable Object version) {
		return false;
	}

	/**
	 * Passes the whole content to the target in pieces of at most
	 * {@link Content#PIECE_BYTES}.
	 */
	default void readAll(EntityManager entityManager, Object id, @Nullable Object version,
			Consumer<ByteBuffer> target) {
		Content content = (position, piece) -> read(entityManager, id, version, position, piece);
		content.readAll(target);
	}

	/**
	 * Returns an expression of HQL for the beginning of an entity's content, with the
	 * number of bytes as the parameter {@code length}, or {@code null} if there is none.
	 * @param entity the alias of the entity in the query
	 */
	default @Nullable String headOf(String entity) {
		return null;
	}

	/**
	 * Whether the database loads the whole value for {@link #headOf}, so that a query
	 * should check the length first.
	 */
	default boolean isHeadCostly() {
		return false;
	}

	/** Returns the length in bytes, 0 if there is no content. */
	long length(EntityManager entityManager, Object id, @Nullable Object version);

	/**
	 * Returns an expression of HQL for the length of an entity's content in bytes, null
	 * where the length is not known, or {@code null} if there is no expression.
	 * @param entity the alias of the entity in the query
	 */
	@Nullable String lengthOf(String entity);

	/** Whether {@link #lengthOf} has to read through the content. */
	default boolean isLengthCostly() {
		return false;
	}

	/**
	 * Returns an expression of SQL for the length of content, for administrators, or
	 * {@code null} if there is none.
	 * @param column the column as it is written in SQL
	 */
	@Nullable String lengthInSql(String column);

	/** Whether {@link #patch} is supported. */
	default boolean isPatchable() {
		return false;
	}

	/** Whether {@link #patch} makes holes at no cost. */
	default boolean keepsHoles() {
		return false;
	}

	/**
	 * Whether the content is stored by {@link #store} and {@link #replace} instead of a
	 * value of the entity's property.
	 */
	default boolean isStoredApart() {
		return false;
	}

	/**
	 * Stores the content of a row that has been inserted.
	 */
	default void store(EntityManager entityManager, Object id, Upload upload) {
		throw new UnsupportedOperationException();
	}

	/**
	 * Stores new content of a row in place of the existing one.
	 */
	default void replace(EntityManager entityManager, Object id, Upload upload) {
		throw new UnsupportedOperationException();
	}

	/**
	 * Changes existing content by writing only the changed ranges of the patch.
	 * @param size the size of the existing content, as far as it is known
	 * @param pace notified of the bytes that were sent
	 */
	default void patch(EntityManager entityManager, Object id, ContentPatch patch, long size, UploadPace pace) {
		throw new UnsupportedOperationException();
	}

	/**
	 * Returns {@link #patch} as a change to make while the row is locked, or {@code null}
	 * if this patch cannot be made that way.
	 */
	default @Nullable RowChange patching(ContentPatch patch, long size, UploadPace pace) {
		return null;
	}

	/**
	 * Whether the content is stored outside its row. It then has to be removed on its own
	 * ({@link #remove}) and can be assigned to another row without a copy
	 * ({@link #move}).
	 */
	default boolean isSeparate() {
		return false;
	}

	/**
	 * Whether content of this size should change its row without passing through this
	 * process ({@link #move}).
	 */
	default boolean isMovable(long size) {
		return isSeparate();
	}

	/**
	 * Requires that the database accepts content of this size, whatever its bytes.
	 * @throws io.fusemount.core.errno.ErrnoException {@code EFBIG} if it does not
	 */
	default void requireRoomFor(long bytes) {
	}

	/**
	 * Requires that the database accepts this content, whose size is acceptable.
	 * @throws io.fusemount.core.errno.ErrnoException {@code EFBIG} if it does not
	 */
	default void requireRoomFor(ContentSource source) {
	}

	/**
	 * Whether the driver returns a row with all of its content, so that loading an entity
	 * takes memory for the content.
	 */
	default boolean isLoadedWithRow() {
		return false;
	}

	/** Removes content that is stored outside its row. */
	default void remove(EntityManager entityManager, Object id) {
	}

	/**
	 * Returns {@link #remove} as a change to make while the row is locked, or
	 * {@code null} if it cannot be made that way.
	 */
	default @Nullable RowChange removal() {
		return null;
	}

	/** Whether the driver sends content by calls without a time limit. */
	default boolean isSentByCalls() {
		return false;
	}

	/**
	 * Assigns the content of the first row to the second.
	 * @param pace notified of the bytes that were moved
	 */
	default void move(EntityManager entityManager, Object from, Object to, boolean incrementVersion, UploadPace pace) {
		throw new UnsupportedOperationException();
	}

	/** Returns a description of the kind, for the log. */
	String describe();

}
