package io.fusemount.data.jpa.directory;

import java.sql.Blob;
import java.sql.Clob;

import org.hibernate.Hibernate;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

/**
 * The large objects of a managed entity before it is saved. Saving merges the entity with
 * itself and wraps each large object into a new one, which counts as changed and is
 * written again. Unchanged large objects are therefore put back.
 *
 * @param persister the persister of the entity
 * @param entity the entity
 * @param before the values of the entity before it is saved
 */
record LargeObjects(EntityPersister persister, Object entity, @Nullable Object[] before) {

	/**
	 * Returns the large objects of an entity.
	 * @param any the persister of any entity of the same persistence unit
	 */
	static LargeObjects of(EntityPersister any, Object entity) {
		EntityPersister persister = any.getFactory()
			.getMappingMetamodel()
			.getEntityDescriptor(Hibernate.getClass(entity));
		return new LargeObjects(persister, entity, persister.getValues(entity));
	}

	/**
	 * Puts the unchanged large objects back.
	 * @param replaced the property that has a new large object, {@code null} for none
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
