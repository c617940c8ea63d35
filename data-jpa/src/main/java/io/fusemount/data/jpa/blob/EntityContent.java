package io.fusemount.data.jpa.blob;

import java.sql.Clob;
import java.util.Objects;
import java.util.function.Predicate;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.ByteRange;
import io.fusemount.core.node.Content;
import io.fusemount.core.node.ContentPatch;
import io.fusemount.core.node.ContentSource;
import io.fusemount.data.jpa.database.DatabaseKind;
import io.fusemount.data.jpa.database.UploadPace;
import io.fusemount.data.jpa.mapping.ContentColumn;
import io.fusemount.data.jpa.mapping.ContentPieces;
import io.fusemount.data.jpa.mapping.EntityMapping;
import io.fusemount.data.jpa.mapping.FileProperty;
import jakarta.persistence.EntityManager;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * The content property of an entity: accepts new content within its limits and manages
 * content that the database keeps outside the row.
 */
public final class EntityContent {

	private static final Log logger = LogFactory.getLog(EntityContent.class);

	/** The most bytes of holes that are sent as zeros. */
	private static final long MAX_SENT_HOLES = 64L << 20;

	private final EntityMapping entity;

	private final @Nullable ContentText text;

	private final BlobColumn column;

	private final WholeRewrites rewrites;

	private final boolean storesAtOnce;

	private final long maxInMemory;

	private final String description;

	/**
	 * Creates the access and chooses the strategy.
	 * @param maxInMemory the most bytes of content that may be held in memory at once
	 */
	public EntityContent(EntityMapping entity, long maxInMemory) {
		this.entity = entity;
		Predicate<String> characters = entity.contentColumn().text();
		this.text = (characters != null) ? new ContentText(entity, characters) : null;
		this.column = choose(entity, this.text);
		this.rewrites = new WholeRewrites(entity);
		this.storesAtOnce = LargeObjectTypes.areIn(entity.persister().getFactory());
		this.maxInMemory = maxInMemory;
		this.description = new ContentDescription(entity, this.column).text(isPatchable(),
				isLoadedWithEntity() ? maxLoaded() : null);
		logger.info("Content of " + entity.name() + "." + entity.content() + ": " + this.description);
	}

	private boolean isLoadedWithEntity() {
		return this.column.isLoadedWithRow() && !this.entity.isContentLazy();
	}

	private long maxLoaded() {
		return Math.max(this.maxInMemory, Content.PIECE_BYTES);
	}

	/**
	 * Returns a description of how content is stored and read.
	 */
	public String describe() {
		return this.description;
	}

	private static BlobColumn choose(EntityMapping entity, @Nullable ContentText text) {
		DatabaseKind database = entity.database();
		if (database == DatabaseKind.POSTGRESQL && entity.contentColumn().largeObject()) {
			// Text too: the driver stores it in UTF-8.
			return new PostgresLargeObject(entity);
		}
		boolean packets = database == DatabaseKind.MARIADB || database == DatabaseKind.MYSQL;
		MySqlServer server = packets ? MySqlServer.of(entity.persister().getFactory()) : null;
		ContentPieces pieces = entity.contentColumn().pieces();
		if (pieces != null) {
			return new PieceColumn(entity, pieces, (server != null) ? new MySqlPacket(server) : null);
		}
		if (text != null) {
			return new TextColumn(entity, text, (server != null) ? new MySqlPacket(server) : null);
		}
		if (server != null) {
			return new MySqlBlob(entity, server);
		}
		return (database == DatabaseKind.POSTGRESQL) ? new PostgresBytea(entity) : new LocatorColumn(entity);
	}

	BlobColumn column() {
		return this.column;
	}

	/**
	 * Opens content for writing.
	 * @param pace watches the upload
	 * @throws ErrnoException {@code EFBIG} if the column or the memory cannot hold it
	 */
	public Upload open(ContentSource source, UploadPace pace) {
		requireRoom(source);
		this.rewrites.check(source);
		if (this.text != null) {
			return new Upload(source, this.text::value, false, pace);
		}
		return new Upload(source, this.entity.contentColumn().inMemory() ? (bytes) -> bytes : null,
				LargeObjectWrites.isWithRow(this.entity.content(), source.size()), pace);
	}

	private void requireRoom(ContentSource source) {
		requireRoomFor(source.size());
		this.column.requireRoomFor(source);
	}

	/**
	 * Requires that content may have the size.
	 * @throws ErrnoException {@code EFBIG} if the column or the memory cannot hold it
	 */
	public void requireRoomFor(long bytes) {
		ContentColumn limits = this.entity.contentColumn();
		if (bytes > limits.bytes()) {
			throw new ErrnoException(Errno.EFBIG,
					"The column of " + this.entity.content() + " holds " + limits.length() + " bytes, not " + bytes,
					"Give the column a greater length, or make it a @Lob", null);
		}
		if (limits.inMemory() && bytes > this.maxInMemory) {
			throw new ErrnoException(Errno.EFBIG,
					this.entity.content() + " is held in memory: " + bytes + " bytes are over the limit of "
							+ this.maxInMemory,
					"Make the property a java.sql.Blob, or raise fusemount.max-in-memory-content", null);
		}
		if (bytes > Integer.MAX_VALUE && isInt(this.entity.size().type())) {
			throw new ErrnoException(Errno.EFBIG, this.entity.size() + " is an int", "Make the property a long", null);
		}
		this.column.requireRoomFor(bytes);
	}

	private static boolean isInt(Class<?> type) {
		return type == int.class || type == Integer.class;
	}

	/**
	 * Requires that an entity with content of this size can be loaded.
	 * @throws ErrnoException {@code EFBIG} if the content is loaded with the entity and
	 * the memory cannot hold it
	 */
	public void requireLoadable(long size) {
		if (size > maxLoaded() && isLoadedWithEntity()) {
			throw new ErrnoException(Errno.EFBIG,
					"The driver of this database loads " + this.entity.content() + " with its " + this.entity.name()
							+ ": " + size + " bytes are over the limit of " + maxLoaded(),
					(this.entity.isContentOwn() ? "Let " + this.entity.content()
							+ " be lazy, by @Basic(fetch = LAZY) and the goal enhance of "
							+ "org.hibernate.orm:hibernate-maven-plugin in the build, or raise " : "Raise ")
							+ "fusemount.max-in-memory-content and the heap to four times as much",
					null);
		}
	}

	/** Sets the new content of the entity and its size, and removes the old content. */
	public void replace(EntityManager entityManager, Object target, Upload upload) {
		if (this.column.isStoredApart()) {
			this.column.replace(entityManager, this.entity.id().of(target), upload);
		}
		else {
			replace(entityManager, target, upload.value());
		}
		putSize(target, upload.size());
	}

	/** Hibernate would not store an equal value, and the row would refer to nothing. */
	private void replace(EntityManager entityManager, Object target, @Nullable Object value) {
		if (!Objects.deepEquals(this.entity.content().get(target), value)) {
			remove(entityManager, this.entity.id().of(target));
			this.entity.content().set(target, value);
		}
	}

	/**
	 * Sets the first content of an entity and its size.
	 */
	public void put(Object target, Upload upload) {
		if (!this.column.isStoredApart()) {
			this.entity.content().set(target, upload.value());
		}
		putSize(target, upload.size());
	}

	/**
	 * Completes the first content of an entity that has just been inserted.
	 */
	public void complete(EntityManager entityManager, Object inserted, Upload upload) {
		if (this.column.isStoredApart()) {
			this.column.store(entityManager, this.entity.id().of(inserted), upload);
		}
	}

	/** Copies the content of an entity whose row is then deleted to another one. */
	public void copy(EntityManager entityManager, Object from, Object to) {
		Object value = this.entity.content().get(from);
		replace(entityManager, to,
				(value instanceof Clob && this.text != null) ? this.text.value(ContentText.text(value)) : value);
	}

	/**
	 * Sets the size of an entity, unless the database computes it.
	 */
	public void putSize(Object target, long size) {
		if (this.entity.size().isWritable()) {
			this.entity.size().set(target, isInt(this.entity.size().type()) ? (Object) (int) size : (Object) size);
		}
	}

	/**
	 * Returns an expression of HQL for the length of content where the noted length says
	 * nothing, null elsewhere, or {@code null} if no statement can measure it.
	 * @param alias the alias of the entity in the query
	 */
	public @Nullable String lengthWhereUnnoted(String alias) {
		String length = this.column.lengthOf(alias);
		return (length != null)
				? "case when coalesce(" + alias + "." + this.entity.size() + ", 0) <= 0 then " + length + " end" : null;
	}

	/**
	 * Returns the length of content for queries of single rows: of each row, unless
	 * measuring is costly.
	 * @param alias the alias of the entity in the query
	 */
	public @Nullable String length(String alias) {
		return isLengthCostly() ? lengthWhereUnnoted(alias) : this.column.lengthOf(alias);
	}

	/**
	 * Returns an expression of HQL for the beginning of content, with the number of bytes
	 * as the parameter {@code length}, or {@code null} if no statement returns that of
	 * several rows.
	 * @param alias the alias of the entity in the query
	 */
	public @Nullable String head(String alias) {
		return this.entity.isContentOwn() ? this.column.headOf(alias) : null;
	}

	/**
	 * Returns a condition of HQL for content with fewer bytes than the parameter
	 * {@code length}, or {@code null} if it costs more than the {@linkplain #head
	 * beginning} of larger content.
	 * @param alias the alias of the entity in the query
	 */
	public @Nullable String isShort(String alias) {
		return this.column.isHeadCostly() ? this.column.lengthOf(alias) + " < :length" : null;
	}

	/**
	 * Whether measuring content has to read through it.
	 */
	public boolean isLengthCostly() {
		return this.column.isLengthCostly();
	}

	/**
	 * Returns sentences for the log about how an administrator corrects sizes that do not
	 * match the content.
	 */
	public String adviseOnSizes() {
		return new ContentDescription(this.entity, this.column).adviseOnSizes();
	}

	/**
	 * Whether {@link #patch} changes content in place. An entity with its content in
	 * memory gets all of the new content, as validation may inspect it. Without a
	 * version, it is unknown whether the stored content is the one that was changed.
	 */
	public boolean isPatchable() {
		return this.column.isPatchable() && !this.entity.contentColumn().inMemory() && this.entity.version() != null;
	}

	/**
	 * Whether {@link #patch} should apply the patch, because it keeps some of the old
	 * content or has holes.
	 */
	public boolean isPatchableBy(ContentPatch patch) {
		return isPatchable() && patch.changed().stream().mapToLong(ByteRange::length).sum() < patch.size();
	}

	/**
	 * Whether new content has holes that are large enough to insert an empty entity first
	 * and write the rest by {@link #patch}.
	 */
	public boolean isSparse(ContentPatch content) {
		return this.column.keepsHoles() && !this.entity.contentColumn().inMemory() && content.kept() == 0
				&& content.size() - content.changed().stream().mapToLong(ByteRange::length).sum() > MAX_SENT_HOLES;
	}

	/**
	 * Changes the content of the entity in place. The caller sets the
	 * {@linkplain #putSize size} afterwards.
	 * @param size the size of the content, as far as it is known
	 * @param pace watches the bytes that are sent
	 * @return false if the entity has no content yet, in which case nothing was done
	 * @throws ErrnoException {@code EFBIG} if the column cannot hold it
	 */
	public boolean patch(EntityManager entityManager, Object target, ContentPatch patch, long size, UploadPace pace) {
		requireRoom(patch);
		if (!this.column.isStoredApart() && this.entity.content().get(target) == null) {
			return false;
		}
		this.column.patch(entityManager, this.entity.id().of(target), patch, size, pace);
		return true;
	}

	/**
	 * Returns {@link #patch} as a change to make while the row is locked, or {@code null}
	 * if it cannot be made that way.
	 * @param size the size of the content, as far as it is known
	 * @throws ErrnoException {@code EFBIG} if the column cannot hold it
	 */
	public @Nullable RowChange patching(ContentPatch patch, long size, UploadPace pace) {
		requireRoom(patch);
		return this.column.patching(patch, size, pace);
	}

	/**
	 * Returns {@link #remove} as a change to make while the row is locked, or
	 * {@code null} if it cannot be made that way.
	 */
	public @Nullable RowChange removal() {
		return this.column.removal();
	}

	/**
	 * Removes content that the database keeps outside the row.
	 */
	public void remove(EntityManager entityManager, Object id) {
		if (this.column.isSeparate()) {
			this.column.remove(entityManager, id);
		}
	}

	/**
	 * Whether content is stored outside its row, so that a writer has to lock the row.
	 */
	public boolean isSeparate() {
		return this.column.isSeparate();
	}

	/**
	 * Whether the driver sends content of this size by calls without a time limit.
	 */
	public boolean isSentByCalls(long bytes) {
		return bytes > 0 && this.column.isSentByCalls()
				&& !(LargeObjectType.isSmall(bytes) && !this.entity.contentColumn().inMemory() && this.storesAtOnce);
	}

	/**
	 * Whether content of this size changes its row in the database, by {@link #move},
	 * instead of being copied between the entities.
	 */
	public boolean isMovable(long size) {
		return this.column.isMovable(size) && this.entity.isContentOwn();
	}

	/**
	 * Assigns the content of the first row, which is then deleted without
	 * {@link #remove}, to the second.
	 * @param pace watches the bytes that are moved
	 */
	public void move(EntityManager entityManager, Object from, Object to, boolean incrementVersion, UploadPace pace) {
		this.column.move(entityManager, from, to, incrementVersion, pace);
	}

}
