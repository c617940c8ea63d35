package io.fusemount.data.jpa.directory;

import java.sql.Blob;
import java.sql.Clob;
import java.time.Instant;
import java.util.Objects;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.data.jpa.mapping.EntityMapping;
import io.fusemount.data.jpa.mapping.EntityRepository;
import io.fusemount.data.jpa.mapping.FileMapping;
import io.fusemount.data.jpa.mapping.FileProperty;
import io.fusemount.data.jpa.mapping.IdProperty;
import io.fusemount.data.jpa.mapping.TimeConversion;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

/**
 * The managed entities behind rows: loaded, saved and read back within one transaction.
 */
final class RowEntity {

	private final EntityMapping entity;

	private final EntityRepository repository;

	RowEntity(FileMapping mapping) {
		this.entity = mapping.entity();
		this.repository = mapping.repository();
	}

	/** Returns the entity of the row, or {@code null} if it is gone. */
	@Nullable Object find(EntityManager entityManager, Object id) {
		return this.repository.canFind() ? this.repository.find(id) : entityManager.find(this.entity.type(), id);
	}

	/**
	 * Returns the entity of the row, which nobody else changes until the transaction
	 * ends, or {@code null} if it is gone.
	 */
	@Nullable Object findLocked(EntityManager entityManager, Object id) {
		Object locked = entityManager.find(this.entity.type(), id, LockModeType.PESSIMISTIC_WRITE);
		// The repository may refuse what the entity manager finds.
		return (locked != null) ? find(entityManager, id) : null;
	}

	/**
	 * Returns the entity of the row.
	 * @throws ErrnoException {@code ESTALE} if it is not the row's version any more
	 */
	Object require(EntityManager entityManager, Row row) {
		return requireCurrent(find(entityManager, row.id()), row);
	}

	/** Gives the entity a new version, unless saving it has. */
	void requireNewVersion(EntityManager entityManager, Object saved, Row row) {
		FileProperty version = this.entity.version();
		if (version != null && Objects.equals(version.get(saved), row.version())) {
			entityManager.lock(saved, LockModeType.PESSIMISTIC_FORCE_INCREMENT);
		}
	}

	Object requireCurrent(@Nullable Object found, Row row) {
		if (found == null) {
			throw new ErrnoException(Errno.ESTALE, "'" + row.text() + "' has been deleted in the meantime");
		}
		FileProperty version = this.entity.version();
		if (version != null && !Objects.equals(version.get(found), row.version())) {
			throw new ErrnoException(Errno.ESTALE, "'" + row.text() + "' has been changed in the meantime");
		}
		return requireVersion(found, row);
	}

	/**
	 * Requires that an entity has a version, if it can: without one it is new to Spring
	 * Data, which deletes nothing then, and says nothing.
	 */
	Object requireVersion(Object found, Row row) {
		FileProperty version = this.entity.version();
		if (version != null && version.get(found) == null) {
			throw new ErrnoException(Errno.EPERM,
					"'" + row.text() + "' has no " + version.name()
							+ ", as if it were new, so that it can be neither changed nor deleted",
					"Give the column a value where it is null", null);
		}
		return found;
	}

	/**
	 * Requires that no row has the id that the application gives a new entity: Spring
	 * Data may take the entity for that row, and put it in its place.
	 */
	void requireFreeId(EntityManager entityManager, Object created) {
		IdProperty id = this.entity.id();
		if (id.isAssigned() && id.isComplete(created)
				&& entityManager.find(this.entity.type(), id.of(created)) != null) {
			throw new ErrnoException(Errno.EEXIST,
					"There is a " + this.entity.name() + " with the id " + id.format(id.of(created)) + " already");
		}
	}

	/** Saves an entity whose content is new and sends it to the database. */
	Object save(EntityManager entityManager, Object changed) {
		return save(entityManager, changed, this.entity.content());
	}

	/** Saves an entity whose content stays and sends it to the database. */
	Object saveWithoutContent(EntityManager entityManager, Object changed) {
		return save(entityManager, changed, null);
	}

	/**
	 * Saving a managed entity merges it with itself, and that wraps each large object
	 * into a new one, which counts as changed and is written again. So those that did not
	 * change are put back.
	 */
	private Object save(EntityManager entityManager, Object changed, @Nullable FileProperty replaced) {
		EntityPersister persister = this.entity.persister()
			.getFactory()
			.getMappingMetamodel()
			.getEntityDescriptor(org.hibernate.Hibernate.getClass(changed));
		Object[] before = persister.getValues(changed);
		Object saved = this.repository.save(changed);
		if (saved == changed) {
			Object[] after = persister.getValues(saved);
			for (int i = 0; i < before.length; i++) {
				boolean lob = before[i] instanceof Blob || before[i] instanceof Clob;
				boolean isReplaced = replaced != null && persister.getPropertyNames()[i].equals(replaced.name());
				if (lob && before[i] != after[i] && !isReplaced) {
					persister.setValue(saved, i, before[i]);
				}
			}
		}
		entityManager.flush();
		return saved;
	}

	/** Gives the entity a time of the last change, where it has a property for that. */
	void putModified(Object target, Instant time) {
		put(target, this.entity.modified(), time);
	}

	/** Gives a new entity its time of birth, where it has a property for that. */
	void putCreated(Object target, Instant time) {
		put(target, this.entity.created(), time);
	}

	private static void put(Object target, @Nullable FileProperty property, Instant time) {
		if (property != null && property.isWritable()) {
			property.set(target, TimeConversion.fromInstant(time, property.type()));
		}
	}

	/** Returns the time as the database has it. */
	private @Nullable Instant stored(@Nullable Object time) {
		return this.entity.database().cutsTimes() ? TimeConversion.toInstantCut(time) : TimeConversion.toInstant(time);
	}

	/** Returns the row as the flushed entity tells it. */
	Row row(Object flushed, RowSize length) {
		FileProperty version = this.entity.version();
		FileProperty created = this.entity.created();
		FileProperty modified = this.entity.modified();
		return new Row(this.entity.id().of(flushed), (String) this.entity.fileName().get(flushed), length,
				(version != null) ? version.get(flushed) : null,
				stored((created != null) ? created.get(flushed) : null),
				stored((modified != null) ? modified.get(flushed) : null), false);
	}

}
