package io.fusemount.data.jpa.mapping;

import java.time.Instant;

import io.fusemount.data.jpa.database.DatabaseKind;
import org.hibernate.annotations.SQLDelete;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

import org.springframework.core.annotation.AnnotatedElementUtils;

/**
 * The properties of an entity that make a file.
 *
 * @param row the properties other than the content
 * @param content the content
 * @param contentColumn the column of the content
 * @param size the length of the content
 */
public record EntityMapping(RowMapping row, FileProperty content, ContentColumn contentColumn, FileProperty size) {

	/**
	 * Returns the entity's name in queries, which is also the space of its node keys.
	 */
	public String name() {
		return this.row.name();
	}

	/**
	 * Returns the entity class.
	 */
	public Class<?> type() {
		return this.row.type();
	}

	/**
	 * Returns Hibernate's persister of the entity.
	 */
	public EntityPersister persister() {
		return this.row.persister();
	}

	/**
	 * Returns the kind of the entity's database.
	 */
	public DatabaseKind database() {
		return this.row.database();
	}

	/**
	 * Returns the identifier.
	 */
	public IdProperty id() {
		return this.row.id();
	}

	/**
	 * Returns the file's name.
	 */
	public FileProperty fileName() {
		return this.row.fileName();
	}

	/**
	 * Returns the column of the names.
	 */
	public NameColumn nameColumn() {
		return this.row.nameColumn();
	}

	/**
	 * Returns the version, or {@code null} if there is none.
	 */
	public @Nullable FileProperty version() {
		return this.row.version();
	}

	/**
	 * Returns the time of birth, or {@code null} if there is none.
	 */
	public @Nullable FileProperty created() {
		return this.row.created();
	}

	/**
	 * Returns the time of the last change, or {@code null} if there is none.
	 */
	public @Nullable FileProperty modified() {
		return this.row.modified();
	}

	/**
	 * Returns a modification time as an entity keeps it.
	 */
	public Instant keptTime(Instant modified) {
		return this.row.modifiedPrecision().cut(modified);
	}

	/**
	 * Returns the birth time that a new entity will show: without a property for it, the
	 * modification time.
	 */
	public Instant keptBirth(Instant created, Instant modified) {
		if (created() != null) {
			return this.row.createdPrecision().cut(created);
		}
		return (modified() != null) ? modified : created;
	}

	/**
	 * Whether an entity is loaded without its content, which requires bytecode
	 * enhancement.
	 */
	public boolean isContentLazy() {
		return persister().getBytecodeEnhancementMetadata().isEnhancedForLazyLoading()
				&& persister().getBytecodeEnhancementMetadata()
					.getLazyAttributesMetadata()
					.isLazyAttribute(this.content.name());
	}

	/**
	 * Whether the content is the entity's own, and not that of another entity.
	 */
	public boolean isContentOwn() {
		return this.content.association() == null;
	}

	/**
	 * Whether the content is in the row of the entity, so that new content is a change of
	 * the row.
	 */
	public boolean isContentInRow() {
		return isContentOwn() && this.contentColumn.pieces() == null;
	}

	/**
	 * Whether a deleted entity leaves the row of its content behind.
	 */
	public boolean keepsDeletedRows() {
		Association association = this.content.association();
		return keepsDeletedRows(persister()) || association != null
				&& (!association.isDeletedWithEntity() || keepsDeletedRows(association.target()));
	}

	private static boolean keepsDeletedRows(EntityPersister persister) {
		return persister.getSoftDeleteMapping() != null
				|| AnnotatedElementUtils.hasAnnotation(persister.getMappedClass(), SQLDelete.class);
	}

}
