package io.fusemount.data.jpa.directory;

import java.sql.Blob;
import java.sql.Clob;

import org.hibernate.Hibernate;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

/**
 * The large objects of a managed entity before it is saved. Saving merges it with itself,
 * and that wraps each of them into a new one, which counts as changed and is written
 * again. So those that did not change are put back.
 *
 * @param persister what Hibernate knows about the entity
 * @param entity the entity
 * @param before its values
 */
record LargeObjects(EntityPersister persister, Object entity, @Nullable Object[] before) {

	/**
	 * Returns those of an entity.
	 * @param any of some entity of the same persistence unit
	 */
	static LargeObjects of(EntityPersister any, Object entity) {
		EntityPersister persister = any.getFactory()
			.getMappingMetamodel()
			.getEntityDescriptor(Hibernate.getClass(entity));
		return new LargeObjects(persister, entity, persister.getValues(entity));
	}

	/**
	 * Puts them back.
	 * @param replaced the property that has a new one, {@code null} for none
	 */
	void putBack(@Nullable String replaced) {
		@Nullable Object[] after = this.persister.getValues(this.entity);
		for (int i = 0; i < this.before.length; i++) {
			boolean lob = this.before[i] instanceof Blob || this.before[i] instanceof Clob;
			boolean isReplaced = this.persister.getPropertyNames()[i].equals(replaced);
			if (lob && this.before[i] != after[i] && !isReplaced) {
				this.persister.setValue(this.entity, i, this.before[i]);
			}
		}
	}

}
