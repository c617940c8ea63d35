package io.fusemount.data.jpa.blob;

import java.sql.Clob;
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
import io.fusemount.data.jpa.mapping.EntityMapping;
import io.fusemount.data.jpa.mapping.FileProperty;
import jakarta.persistence.EntityManager;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * The content property of an entity: takes new content within its limits, and cares for
 * content that the database keeps outside the row.
 */
public final class EntityContent {

	private static final Log logger = LogFactory.getLog(EntityContent.class);

	/** So many zeros are sent like other bytes. */
	private static final long MAX_SENT_HOLES = 64L << 20;

	private final EntityMapping entity;

	private final @Nullable ContentText text;

	private final BlobColumn column;

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
		this.storesAtOnce = LargeObjectTypes.areIn(entity.persister().getFactory());
		this.maxInMemory = maxInMemory;
		this.description = this.column.describe() + describeWriting() + describeRewriting() + describeLoading();
		logger.info("Content of " + entity.name() + "." + entity.content() + ": " + this.description);
	}

	private String describeWriting() {
		if (isPatchable()) {
			return ", changed ranges written in place, new content as a stream";
		}
		return this.entity.contentColumn().inMemory() ? ", written from memory" : ", written as a stream";
	}

	/** Says where content is stored anew though it stays, which nothing can prevent. */
	private String describeRewriting() {
		FileProperty content = this.entity.content();
		if (isOfEntity() && !this.entity.persister().isDynamicUpdate()) {
			return ", stored anew with each change of its row, renames among them, because the entity has an @SQLUpdate";
		}
		return content.isEmbedded()
				? ", stored anew with each change of '" + content.rootName() + "', which it is embedded in" : "";
	}

	private String describeLoading() {
		if (!isLoadedWithEntity()) {
			return "";
		}
		return ", loaded by every change (files over " + maxLoaded() + " bytes cannot be changed"
				+ (isOfEntity() ? "; @Basic(fetch = LAZY) and Hibernate's bytecode enhancement would let them)" : ")");
	}

	/** Whether no other entity has it, which is loaded as a whole for each change. */
	private boolean isOfEntity() {
		return this.entity.content().association() == null;
	}

	private boolean isLoadedWithEntity() {
		return this.column.isLoadedWithRow() && !this.entity.isContentLazy();
	}

	private long maxLoaded() {
		return Math.max(this.maxInMemory, Content.PIECE_BYTES);
	}

	/**
	 * Returns how content is stored and read.
	 */
	public String describe() {
		return this.description;
	}

	private static BlobColumn choose(EntityMapping entity, @Nullable ContentText text) {
		DatabaseKind database = entity.database();
		if (database == DatabaseKind.POSTGRESQL && entity.contentColumn().largeObject()) {
			// Text, too: the driver stores it in UTF-8.
			return new PostgresLargeObject(entity);
		}
		boolean packets = database == DatabaseKind.MARIADB || database == DatabaseKind.MYSQL;
		MySqlServer server = packets ? MySqlServer.of(entity.persister().getFactory()) : null;
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
	 * @param pace watches it on its way
	 * @throws ErrnoException {@code EFBIG} if the column or the memory cannot hold it
	 */
	public Upload open(ContentSource source, UploadPace pace) {
		requireRoom(source);
		if (this.text != null) {
			return new Upload(source, this.text::value, pace);
		}
		return new Upload(source, this.entity.contentColumn().inMemory() ? (bytes) -> bytes : null, pace);
	}

	private void requireRoom(ContentSource source) {
		requireRoomFor(source.size());
		this.column.requireRoomFor(source);
	}

	/**
	 * Makes sure that there can be content of a size.
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
	 * Makes sure that an entity with content of this size can be loaded.
	 * @throws ErrnoException {@code EFBIG} if its content would come along, and is more
	 * than the memory can hold
	 */
	public void requireLoadable(long size) {
		if (size > maxLoaded() && isLoadedWithEntity()) {
			throw new ErrnoException(Errno.EFBIG,
					"The driver of this database loads " + this.entity.content() + " with its " + this.entity.name()
							+ ": " + size + " bytes are over the limit of " + maxLoaded(),
					(isOfEntity() ? "Let " + this.entity.content()
							+ " be lazy, by @Basic(fetch = LAZY) and the goal enhance of "
							+ "org.hibernate.orm:hibernate-maven-plugin in the build, or raise " : "Raise ")
							+ "fusemount.max-in-memory-content and the heap to four times as much",
					null);
		}
	}

	/**
	 * Gives the entity the new content and its size. What the database keeps of the old
	 * one outside the row is removed.
	 */
	public void replace(EntityManager entityManager, Object target, Upload upload) {
		remove(entityManager, this.entity.id().of(target));
		put(target, upload);
	}

	/**
	 * Gives an entity its first content and the size.
	 */
	public void put(Object target, Upload upload) {
		this.entity.content().set(target, upload.value());
		putSize(target, upload.size());
	}

	/**
	 * Lets an entity have the content of another one, whose row is to be deleted. What
	 * the database keeps of the old one outside the row is removed.
	 */
	public void copy(EntityManager entityManager, Object from, Object to) {
		remove(entityManager, this.entity.id().of(to));
		Object value = this.entity.content().get(from);
		this.entity.content()
			.set(to, (value instanceof Clob && this.text != null) ? this.text.value(ContentText.text(value)) : value);
	}

	/**
	 * Gives the entity a size, unless the database computes it.
	 */
	public void putSize(Object target, long size) {
		if (this.entity.size().isWritable()) {
			this.entity.size().set(target, isInt(this.entity.size().type()) ? (Object) (int) size : (Object) size);
		}
	}

	/**
	 * Returns the length of content where the noted one says nothing, as an expression of
	 * HQL that is null elsewhere, or {@code null} if no statement can tell.
	 * @param alias the entity in the query
	 */
	public @Nullable String lengthWhereUnnoted(String alias) {
		String length = this.column.lengthOf(alias);
		return (length != null)
				? "case when coalesce(" + alias + "." + this.entity.size() + ", 0) <= 0 then " + length + " end" : null;
	}

	/**
	 * Returns the length of content for a look at single rows: always, unless it is
	 * costly.
	 * @param alias the entity in the query
	 */
	public @Nullable String length(String alias) {
		return isLengthCostly() ? lengthWhereUnnoted(alias) : this.column.lengthOf(alias);
	}

	/**
	 * Returns the beginning of content as an expression of HQL, with the number of bytes
	 * as the parameter {@code length}, or {@code null} if no statement gives that of
	 * several rows.
	 * @param alias the entity in the query
	 */
	public @Nullable String head(String alias) {
		return isOfEntity() ? this.column.headOf(alias) : null;
	}

	/**
	 * Returns a condition of HQL for content with fewer bytes than the parameter
	 * {@code length}, or {@code null} if it costs more than the {@linkplain #head
	 * beginning} of larger one.
	 * @param alias the entity in the query
	 */
	public @Nullable String isShort(String alias) {
		return this.column.isHeadCostly() ? this.column.lengthOf(alias) + " < :length" : null;
	}

	/**
	 * Whether the length of content is found out by going through it.
	 */
	public boolean isLengthCostly() {
		return this.column.isLengthCostly();
	}

	/**
	 * Returns what an administrator does about sizes that do not fit the content,
	 * sentences for the log.
	 */
	public String adviseOnSizes() {
		FileProperty size = this.entity.size();
		String length = this.column.lengthInSql(this.entity.content().columnExpression());
		if (size.isFormula()) {
			return "Correct the formula of " + this.entity.name() + "." + size + ".";
		}
		String advice = size.isWritable() ? "The next commit of a file mends its size"
				: "Nothing but the database writes " + this.entity.name() + "." + size;
		// In the same table, another entity's content is in another row.
		return (length != null && isOfEntity()
				&& size.tableExpression().equals(this.entity.content().tableExpression()))
						? advice + "; this mends all of them: UPDATE " + size.tableExpression() + " SET "
								+ size.columnExpression() + " = coalesce(" + length + ", 0)"
						: advice + ".";
	}

	/**
	 * Whether content is changed where it is, by {@link #patch}. An entity that has its
	 * content in memory is shown all of the new one, as validation may want to see it.
	 * Without a version, nobody knows whether the content is the one that was changed.
	 */
	public boolean isPatchable() {
		return this.column.isPatchable() && !this.entity.contentColumn().inMemory() && this.entity.version() != null;
	}

	/**
	 * Whether the patch is for {@link #patch}: something is left of the old content, or
	 * is a hole in the new one.
	 */
	public boolean isPatchableBy(ContentPatch patch) {
		return isPatchable() && patch.changed().stream().mapToLong(ByteRange::length).sum() < patch.size();
	}

	/**
	 * Whether new content has holes that are worth an entity which is empty at first, and
	 * gets what is no hole by {@link #patch}.
	 */
	public boolean isSparse(ContentPatch content) {
		return this.column.isPatchable() && !this.entity.contentColumn().inMemory() && content.kept() == 0
				&& content.size() - content.changed().stream().mapToLong(ByteRange::length).sum() > MAX_SENT_HOLES;
	}

	/**
	 * Changes the content of the entity where it is, which is to get its
	 * {@linkplain #putSize size} then.
	 * @param pace watches what is sent
	 * @return false if the entity has no content yet, and nothing was done
	 * @throws ErrnoException {@code EFBIG} if the column cannot hold it
	 */
	public boolean patch(EntityManager entityManager, Object target, ContentPatch patch, UploadPace pace) {
		requireRoom(patch);
		if (this.entity.content().get(target) == null) {
			return false;
		}
		Object noted = this.entity.size().get(target);
		boolean cut = noted instanceof Number length && length.longValue() > patch.kept();
		this.column.patch(entityManager, this.entity.id().of(target), patch, cut, pace);
		return true;
	}

	/**
	 * Returns {@link #patch} as something that can be done while the row is locked, or
	 * {@code null} if there is nothing like that.
	 * @param size the size of the content, as far as it is known
	 * @throws ErrnoException {@code EFBIG} if the column cannot hold it
	 */
	public @Nullable RowChange patching(ContentPatch patch, long size, UploadPace pace) {
		requireRoom(patch);
		return this.column.patching(patch, size > patch.kept(), pace);
	}

	/**
	 * Returns {@link #remove} as something that can be done while the row is locked, or
	 * {@code null} if there is nothing like that.
	 */
	public @Nullable RowChange removal() {
		return this.column.removal();
	}

	/**
	 * Removes what the database keeps of the content outside the row.
	 */
	public void remove(EntityManager entityManager, Object id) {
		if (this.column.isSeparate()) {
			this.column.remove(entityManager, id);
		}
	}

	/**
	 * Whether content lives outside its row, so that who changes it has to lock the row.
	 */
	public boolean isSeparate() {
		return this.column.isSeparate();
	}

	/**
	 * Whether the driver sends content of this size by calls that know no time limit.
	 */
	public boolean isSentByCalls(long bytes) {
		return bytes > 0 && isSeparate()
				&& !(LargeObjectType.isSmall(bytes) && !this.entity.contentColumn().inMemory() && this.storesAtOnce);
	}

	/**
	 * Whether content of this size changes its row in the database, by {@link #move},
	 * instead of being copied from one entity to the other.
	 */
	public boolean isMovable(long size) {
		return this.column.isMovable(size) && isOfEntity();
	}

	/**
	 * Lets the row of the second id have the content of the first one's, whose row is to
	 * be deleted without {@link #remove}.
	 */
	public void move(EntityManager entityManager, Object from, Object to, boolean incrementVersion) {
		this.column.move(entityManager, from, to, incrementVersion);
	}

}
