package io.fusemount.data.jpa.mapping;

import java.util.HashSet;
import java.util.Set;

import io.fusemount.data.jpa.database.DatabaseKind;
import org.hibernate.annotations.SQLDelete;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

import org.springframework.core.annotation.AnnotatedElementUtils;

/**
 * Which properties of an entity make a file.
 *
 * @param name the entity's name in queries, which is also the space of its node keys
 * @param type the entity class
 * @param persister what Hibernate knows about the entity
 * @param database the kind of database that has it
 * @param id the identifier
 * @param fileName the file's name
 * @param nameColumn what the database promises about names
 * @param content the content
 * @param contentColumn what the database can hold
 * @param size the length of the content
 * @param version what tells versions apart, or {@code null} if nothing does
 * @param created the time of birth, if there is one
 * @param modified the time of the last change, if there is one
 */
public record EntityMapping(String name, Class<?> type, EntityPersister persister, DatabaseKind database, IdProperty id,
		FileProperty fileName, NameColumn nameColumn, FileProperty content, ContentColumn contentColumn,
		FileProperty size, @Nullable FileProperty version, @Nullable FileProperty created,
		@Nullable FileProperty modified) {

	/**
	 * Returns the words by which the database's refusal of a name can be told from that
	 * of another value: the column, or the keys that it is in.
	 */
	public Set<String> nameMarks() {
		Set<String> marks = new HashSet<>(Set.of(this.nameColumn.column()));
		if (this.database.refusesByKey()) {
			marks.addAll(new MySqlCatalog(this.persister.getFactory()).uniqueKeys(this.fileName.column()));
		}
		return marks;
	}

	/**
	 * Whether an entity is loaded without its content, which takes bytecode enhancement.
	 */
	public boolean isContentLazy() {
		return this.persister.getBytecodeEnhancementMetadata().isEnhancedForLazyLoading()
				&& this.persister.getBytecodeEnhancementMetadata()
					.getLazyAttributesMetadata()
					.isLazyAttribute(this.content.name());
	}

	/**
	 * Whether a deleted entity leaves the row of its content behind.
	 */
	public boolean keepsDeletedRows() {
		Association association = this.content.association();
		return keepsDeletedRows(this.persister) || association != null
				&& (!association.isDeletedWithEntity() || keepsDeletedRows(association.target()));
	}

	private static boolean keepsDeletedRows(EntityPersister persister) {
		return persister.getSoftDeleteMapping() != null
				|| AnnotatedElementUtils.hasAnnotation(persister.getMappedClass(), SQLDelete.class);
	}

}
