package io.fusemount.data.jpa.directory;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.data.jpa.blob.OwnMerge;
import io.fusemount.data.jpa.blob.RowChange;
import io.fusemount.data.jpa.mapping.Association;
import io.fusemount.data.jpa.mapping.EntityMapping;
import io.fusemount.data.jpa.mapping.EntityRepository;
import io.fusemount.data.jpa.mapping.FileMapping;
import io.fusemount.data.jpa.mapping.FileProperty;
import io.fusemount.data.jpa.mapping.IdConditions;
import io.fusemount.data.jpa.mapping.IdProperty;
import io.fusemount.data.jpa.mapping.TimeConversion;
import io.fusemount.data.jpa.time.KeptTimes;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.TypedQuery;
import org.jspecify.annotations.Nullable;

/**
 * Loads, saves and reads back the managed entities of rows within one transaction.
 */
final class RowEntity {

	/** Makes another time in each precision. */
	private static final Duration OTHER = Duration.ofSeconds(1);

	private final EntityMapping entity;

	private final EntityRepository repository;

	RowEntity(FileMapping mapping) {
		this.entity = mapping.entity();
		this.repository = mapping.repository();
		if (this.entity.id().isAssigned()) {
			NewRowWatch.prepare(mapping.unit().sessionFactory());
		}
		if (this.entity.modified() != null || this.entity.created() != null) {
			KeptTimes.prepare(mapping.unit().sessionFactory());
		}
	}

	/** Returns the entity of the row, or {@code null} if the row is gone. */
	@Nullable Object find(EntityManager entityManager, Object id) {
		return this.repository.canFind() ? this.repository.find(id) : entityManager.find(this.entity.type(), id);
	}

	/**
	 * Returns the entity of the row, locked until the transaction ends, or {@code null}
	 * if the row is gone.
	 * @throws ErrnoException {@code ESTALE} if the repository does not find the entity
	 */
	@Nullable Object findLocked(EntityManager entityManager, Object id) {
		return (queryLocked(entityManager, id) != null) ? requireFound(entityManager, id) : null;
	}

	/** The repository may refuse what the entity manager finds. */
	private Object requireFound(EntityManager entityManager, Object id) {
		Object found = find(entityManager, id);
		if (found == null) {
			throw new ErrnoException(Errno.ESTALE, "The repository does not find this " + this.entity.name());
		}
		return found;
	}

	/**
	 * Returns the entity of a row, locked until the transaction ends, and changes its
	 * content, all by one statement.
	 * @return {@code null} if the row is gone, has just been changed or has no content to
	 * change, in which case nothing was done
	 * @throws ErrnoException {@code ESTALE} if the repository does not find the entity
	 */
	@Nullable Object findChanged(EntityManager entityManager, Object id, RowChange change) {
		TypedQuery<Object[]> query = query(entityManager, RowChange.ALIAS + ", " + change.expression(), Object[].class,
				id);
		change.parameters().forEach(query::setParameter);
		List<Object[]> found = query.getResultList();
		if (found.isEmpty()) {
			return null;
		}
		if (found.get(0)[1] == null) {
			// The entity is outdated.
			entityManager.detach(found.get(0)[0]);
			return null;
		}
		return requireFound(entityManager, id);
	}

	/**
	 * Hibernate cannot lock what it finds with an eager association, and finds nothing
	 * where a read-only database refuses the lock.
	 */
	private @Nullable Object queryLocked(EntityManager entityManager, Object id) {
		List<Object> found = query(entityManager, RowChange.ALIAS, Object.class, id)
			.setLockMode(LockModeType.PESSIMISTIC_WRITE)
			.getResultList();
		return found.isEmpty() ? null : found.get(0);
	}

	private <T> TypedQuery<T> query(EntityManager entityManager, String selected, Class<T> type, Object id) {
		IdConditions ids = this.entity.id().conditions();
		TypedQuery<T> query = entityManager.createQuery("select " + selected + " from " + this.entity.name() + " "
				+ RowChange.ALIAS + " where " + ids.is(RowChange.ALIAS, "id"), type);
		ids.bind(query, "id", id);
		return query;
	}

	/**
	 * Returns the entity of the row.
	 * @throws ErrnoException {@code ESTALE} if the entity no longer has the row's version
	 */
	Object require(EntityManager entityManager, Row row) {
		return requireCurrent(find(entityManager, row.id()), row);
	}

	/** Increments the version of the entity, unless saving did. */
	void requireNewVersion(EntityManager entityManager, Object saved, Row row) {
		FileProperty version = this.entity.version();
		if (version != null && Objects.equals(version.get(saved), row.version())) {
			entityManager.lock(saved, LockModeType.PESSIMISTIC_FORCE_INCREMENT);
		}
	}

	/**
	 * Increments the version of another entity whose content was changed past Hibernate,
	 * so that a transaction that has loaded the old content does not overwrite the new
	 * one.
	 */
	void giveContentNewVersion(EntityManager entityManager, Object saved) {
		Association association = this.entity.content().association();
		Object other = (association != null && association.target().isVersioned()) ? association.getLoaded(saved)
				: null;
		if (association != null && other != null && association.target().getVersion(other) != null) {
			entityManager.lock(other, LockModeType.PESSIMISTIC_FORCE_INCREMENT);
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
	 * Requires that a versioned entity has a version. Without one, Spring Data considers
	 * it new and silently deletes nothing.
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
	 * Saves a new entity and flushes it.
	 * @param times the times that the entity keeps
	 * @throws ErrnoException {@code EEXIST} if the application assigns the id of another
	 * row, which Spring Data may overwrite with the entity
	 */
	Object saveNew(EntityManager entityManager, Object created, Map<FileProperty, Object> times, NewRowWatch watch) {
		if (!this.entity.id().isAssigned()) {
			return save(entityManager, created, true, times);
		}
		requireFreeId(entityManager, created);
		Object saved = watch.watch(created, () -> save(entityManager, created, true, times));
		Object id = this.entity.id().of(saved);
		if (!watch.isNew(id, this.entity.persister())) {
			throw idTaken(id);
		}
		return saved;
	}

	/**
	 * Requires that no row has the id of a new entity, if the id is assigned yet.
	 * @throws ErrnoException {@code EEXIST} if a row has the id
	 */
	void requireFreeId(EntityManager entityManager, Object created) {
		IdProperty id = this.entity.id();
		if (id.isComplete(created) && entityManager.find(this.entity.type(), id.of(created)) != null) {
			throw idTaken(id.of(created));
		}
	}

	private ErrnoException idTaken(Object id) {
		return new ErrnoException(Errno.EEXIST,
				"There is a " + this.entity.name() + " with the id " + this.entity.id().format(id) + " already");
	}

	/**
	 * Saves the entity of a row with new content. New content that is not in the row does
	 * not increment the version by itself.
	 * @param modified the modification time that the entity keeps
	 */
	Object saveNewContent(EntityManager entityManager, Object changed, Row row, @Nullable Instant modified) {
		Object saved = save(entityManager, changed, true, this.entity.row().times(null, modified));
		if (!this.entity.isContentInRow()) {
			requireNewVersion(entityManager, saved, row);
		}
		return saved;
	}

	/**
	 * Saves an entity with unchanged content and flushes it.
	 * @param modified the modification time that the entity keeps, {@code null} if it may
	 * have any
	 */
	Object saveWithoutContent(EntityManager entityManager, Object changed, @Nullable Instant modified) {
		return save(entityManager, changed, false, this.entity.row().times(null, modified));
	}

	private Object save(EntityManager entityManager, Object changed, boolean replaced,
			Map<FileProperty, Object> times) {
		return times.isEmpty() ? save(entityManager, changed, replaced)
				: new KeptTimes(changed, times).during(() -> save(entityManager, changed, replaced));
	}

	private Object save(EntityManager entityManager, Object changed, boolean replaced) {
		FileProperty content = this.entity.content();
		Association association = content.association();
		Object other = (association != null) ? association.getLoaded(changed) : null;
		LargeObjects own = LargeObjects.of(this.entity.persister(), changed);
		LargeObjects others = (other != null) ? LargeObjects.of(this.entity.persister(), other) : null;
		List<@Nullable Object> kept = new ArrayList<>(Arrays.asList(own.before()));
		if (others != null) {
			kept.addAll(Arrays.asList(others.before()));
		}
		Object saved = OwnMerge.keeping(kept, () -> this.repository.save(changed));
		if (saved == changed) {
			own.putBack((replaced && association == null) ? content.name() : null);
			if (others != null) {
				others.putBack(replaced ? content.simpleName() : null);
			}
		}
		entityManager.flush();
		return saved;
	}

	/**
	 * Sets the modification time, if the entity has a property for it. An entity with the
	 * same time in its column's precision has to be saved too: it gets another one, in
	 * place of which the time is kept.
	 */
	void putModified(Object target, Instant time) {
		this.entity.row().times(null, time).forEach((property, value) -> {
			boolean same = value.equals(property.get(target));
			property.set(target, same ? TimeConversion.fromInstant(time.minus(OTHER), property.type()) : value);
		});
	}

	/** Returns the time as the database stores it. */
	private @Nullable Instant stored(@Nullable Object time) {
		return this.entity.database().cutsTimes() ? TimeConversion.toInstantCut(time) : TimeConversion.toInstant(time);
	}

	/** Returns the row of a flushed entity. */
	Row row(Object flushed, RowSize length) {
		FileProperty version = this.entity.version();
		FileProperty created = this.entity.created();
		FileProperty modified = this.entity.modified();
		return new Row(this.entity.id().of(flushed), (String) this.entity.fileName().get(flushed), length,
				(version != null) ? version.get(flushed) : null,
				stored((created != null) ? created.get(flushed) : null),
				stored((modified != null) ? modified.get(flushed) : null), false,
				this.entity.row().ownership().of((property) -> property.get(flushed)),
				this.entity.row().attributes().ofEntity(this.entity.id().of(flushed), flushed));
	}

}
