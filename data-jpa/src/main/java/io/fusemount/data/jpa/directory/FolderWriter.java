package io.fusemount.data.jpa.directory;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.AttributeValues;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Ownership;
import io.fusemount.data.jpa.creation.NewRows;
import io.fusemount.data.jpa.database.DatabaseAccess;
import io.fusemount.data.jpa.database.OwnNodes;
import io.fusemount.data.jpa.mapping.EntityRepository;
import io.fusemount.data.jpa.mapping.FileProperty;
import io.fusemount.data.jpa.mapping.FolderMapping;
import io.fusemount.data.jpa.mapping.IdConditions;
import io.fusemount.data.jpa.mapping.PropertyPath;
import io.fusemount.data.jpa.mapping.RowMapping;
import io.fusemount.data.jpa.mapping.TimeConversion;
import io.fusemount.data.jpa.scope.CallerRights;
import io.fusemount.data.jpa.scope.EntityBound;
import io.fusemount.data.jpa.scope.Scope;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.TypedQuery;
import org.jspecify.annotations.Nullable;

/**
 * Changes rows that are directories, each in one transaction through the application's
 * repository.
 */
final class FolderWriter {

	private final FolderMapping mapping;

	private final RowMapping row;

	private final EntityRepository repository;

	private final NewRows newRows;

	private final DatabaseAccess access;

	private final RowQueries queries;

	private final SharedTexts shared;

	private final FreeNames freeNames;

	private final String space;

	/**
	 * Creates the writer.
	 * @param space the space in which the keys of the directories are unique, an empty
	 * text if their ids alone do not identify them
	 */
	FolderWriter(FolderMapping mapping, NewRows newRows, DatabaseAccess access, RowQueries queries, RowLookup lookup,
			SharedTexts shared, String space) {
		this.mapping = mapping;
		this.row = mapping.row();
		this.repository = mapping.repository();
		this.newRows = newRows;
		this.access = access;
		this.queries = queries;
		this.shared = shared;
		this.freeNames = new FreeNames(this.row, queries, lookup, access);
		this.space = space;
	}

	/** Returns why no row can ever be created, or {@code null} if rows can be. */
	@Nullable String refusal() {
		return this.newRows.refusal();
	}

	FolderRow create(RowDirectory in, Name name, Ownership initial) {
		String text = this.freeNames.text(name);
		FolderRow made = this.access.write((entityManager) -> {
			this.freeNames.take(entityManager, in, text);
			Object created = this.repository.newEntity();
			setName(created, text);
			Instant now = Instant.now();
			this.row.times(now, now).forEach((property, value) -> property.set(created, value));
			this.row.ownership().put(created, initial.only(this.row.ownership().keptOfNew()));
			in.scope().apply(entityManager, created);
			this.newRows.complete(created, text, in.path());
			requireFreeId(entityManager, created);
			FolderRow stored = row(save(entityManager, created));
			this.queries.requireStorable(entityManager, stored.id(), in.rights().get());
			return named(entityManager, text, stored);
		});
		this.shared.remove(in.scope(), text);
		return made;
	}

	/** Changes owner, group, mode or extended attributes. */
	FolderRow own(FolderRow source, Ownership changes, AttributeValues attributes, CallerRights rights) {
		return this.access.write((entityManager) -> {
			Object changed = require(entityManager, source);
			this.row.ownership().put(changed, changes.only(this.row.ownership().kept()));
			this.row.attributes().put(changed, attributes);
			FolderRow stored = row(save(entityManager, changed));
			this.queries.requireStorable(entityManager, stored.id(), rights);
			own(entityManager, stored);
			return stored;
		});
	}

	/** A row with another name than requested remains news for observers. */
	private FolderRow named(EntityManager entityManager, String text, FolderRow stored) {
		if (text.equals(stored.row().text())) {
			own(entityManager, stored);
		}
		return stored;
	}

	private void own(EntityManager entityManager, FolderRow stored) {
		if (!this.space.isEmpty()) {
			OwnNodes.add(entityManager, new NodeKey(this.space, this.row.id().format(stored.id())));
		}
	}

	/** Requires a free id: saving would otherwise overwrite the row that has it. */
	private void requireFreeId(EntityManager entityManager, Object created) {
		if (this.row.id().isAssigned() && this.row.id().isComplete(created)
				&& entityManager.find(this.row.type(), this.row.id().of(created)) != null) {
			throw new ErrnoException(Errno.EEXIST, "There is a " + this.row.name() + " with the id "
					+ this.row.id().format(this.row.id().of(created)) + " already");
		}
	}

	FolderRow rename(RowDirectory in, FolderRow source, Name target, @Nullable EmptyFolder replaced, boolean moved) {
		String text = this.freeNames.text(target);
		FolderRow renamed = this.access.write((entityManager) -> {
			this.freeNames.lock(entityManager, in, text);
			Object changed = require(entityManager, source);
			if (moved) {
				requireOutside(entityManager, in.scope(), source.id());
			}
			if (replaced != null) {
				remove(entityManager, replaced, in.rights().get());
				entityManager.flush();
			}
			this.freeNames.require(entityManager, in, text, source.id());
			setName(changed, text);
			if (moved) {
				in.scope().apply(entityManager, changed);
			}
			FolderRow stored = row(save(entityManager, changed));
			this.queries.requireStorable(entityManager, stored.id(), in.rights().get());
			return named(entityManager, text, stored);
		});
		this.shared.remove(in.scope(), text);
		return renamed;
	}

	/**
	 * Requires that a directory does not move into itself, which would put it in none.
	 * Locks upwards, so that a concurrent move cannot create a cycle that this one has
	 * not seen.
	 */
	private void requireOutside(EntityManager entityManager, Scope scope, Object moved) {
		PropertyPath parent = this.mapping.parent();
		if (parent == null) {
			return;
		}
		Set<Object> above = new HashSet<>();
		Object current = parentIn(scope, parent);
		while (current != null && above.add(current)) {
			if (current.equals(moved)) {
				throw new ErrnoException(Errno.EINVAL, "A directory cannot be moved into itself");
			}
			Object entity = locked(entityManager, current);
			current = (entity != null) ? parent.targetId(entity) : null;
		}
	}

	private static @Nullable Object parentIn(Scope scope, PropertyPath parent) {
		return scope.bounds()
			.stream()
			.filter(EntityBound.class::isInstance)
			.map(EntityBound.class::cast)
			.filter((bound) -> bound.path().name().equals(parent.name()))
			.map(EntityBound::id)
			.filter(Objects::nonNull)
			.findFirst()
			.orElse(null);
	}

	void delete(EmptyFolder folder, CallerRights rights) {
		this.access.write((entityManager) -> {
			remove(entityManager, folder, rights);
			return folder;
		});
	}

	private void remove(EntityManager entityManager, EmptyFolder folder, CallerRights rights) {
		FolderRow row = folder.row();
		Object found = locked(entityManager, row.id());
		if (found == null) {
			return;
		}
		this.queries.requireChangeable(entityManager, row.row(), rights);
		if (!folder.isEmpty().getAsBoolean()) {
			throw new ErrnoException(Errno.ENOTEMPTY, "Directory not empty: " + row.row().text());
		}
		requireCurrent(found, row);
		this.repository.delete(found, row.id());
		own(entityManager, row);
	}

	private Object require(EntityManager entityManager, FolderRow row) {
		Object found = this.repository.canFind() ? this.repository.find(row.id())
				: entityManager.find(this.row.type(), row.id());
		return requireCurrent(found, row);
	}

	private Object requireCurrent(@Nullable Object found, FolderRow row) {
		FileProperty version = this.row.version();
		boolean current = found != null && ((version != null) ? Objects.equals(version.get(found), row.row().version())
				: Objects.equals(text(found), row.row().text()));
		if (found == null || !current) {
			throw new ErrnoException(Errno.ESTALE, "'" + row.row().text() + "' has been changed in the meantime");
		}
		return found;
	}

	/** Locks by a query, which does not overwrite a state that is known already. */
	private @Nullable Object locked(EntityManager entityManager, Object id) {
		IdConditions ids = this.row.id().conditions();
		TypedQuery<Object> query = entityManager
			.createQuery("select e from " + this.row.name() + " e where " + ids.is("e", "id"), Object.class);
		ids.bind(query, "id", id);
		List<Object> found = query.setLockMode(LockModeType.PESSIMISTIC_WRITE).getResultList();
		return found.isEmpty() ? null : found.get(0);
	}

	private Object save(EntityManager entityManager, Object changed) {
		Object saved = this.repository.save(changed);
		entityManager.flush();
		return saved;
	}

	private FolderRow row(Object saved) {
		FileProperty version = this.row.version();
		FileProperty created = this.row.created();
		FileProperty modified = this.row.modified();
		return new FolderRow(new Row(this.row.id().of(saved), text(saved), new RowSize(null, null),
				(version != null) ? version.get(saved) : null,
				TimeConversion.toInstant((created != null) ? created.get(saved) : null),
				TimeConversion.toInstant((modified != null) ? modified.get(saved) : null), false,
				this.row.ownership().of((property) -> property.get(saved)),
				this.row.attributes().ofEntity(this.row.id().of(saved), saved)));
	}

	private @Nullable String text(Object entity) {
		Object name = this.row.fileName().get(entity);
		return (name != null) ? this.row.nameText().format(name) : null;
	}

	private void setName(Object entity, String text) {
		this.row.fileName().set(entity, this.row.nameText().parse(text));
	}

}
