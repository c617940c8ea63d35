package io.fusemount.data.jpa.directory;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.ByteRange;
import io.fusemount.core.node.ContentPatch;
import io.fusemount.core.node.ContentSource;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Ownership;
import io.fusemount.data.jpa.blob.EntityContent;
import io.fusemount.data.jpa.blob.RowChange;
import io.fusemount.data.jpa.blob.Upload;
import io.fusemount.data.jpa.creation.NewRows;
import io.fusemount.data.jpa.database.DatabaseAccess;
import io.fusemount.data.jpa.database.OwnNodes;
import io.fusemount.data.jpa.database.UploadPace;
import io.fusemount.data.jpa.mapping.EntityMapping;
import io.fusemount.data.jpa.mapping.FileMapping;
import io.fusemount.data.jpa.mapping.FileProperty;
import io.fusemount.data.jpa.mapping.OwnershipMapping;
import io.fusemount.data.jpa.quota.RowQuotas;
import io.fusemount.data.jpa.scope.CallerRights;
import jakarta.persistence.EntityManager;
import org.jspecify.annotations.Nullable;

/**
 * Changes rows, each in one transaction through the application's repository.
 */
final class RowWriter {

	private final FileMapping mapping;

	private final EntityMapping entity;

	private final DatabaseAccess access;

	private final NewRows newRows;

	private final EntityContent content;

	private final RowQueries queries;

	private final SharedTexts shared;

	private final FreeNames freeNames;

	private final RowEntity entities;

	private final RowAttributes attributes;

	private final OwnershipMapping ownership;

	private final Function<Object, NodeKey> keys;

	/** Creates the writer, with the keys of files by their ids. */
	RowWriter(FileMapping mapping, NewRows newRows, DatabaseAccess access, EntityContent content, RowQueries queries,
			RowLookup lookup, SharedTexts shared, RowQuotas quotas, Function<Object, NodeKey> keys) {
		this.mapping = mapping;
		this.entity = mapping.entity();
		this.newRows = newRows;
		this.access = access;
		this.content = content;
		this.queries = queries;
		this.shared = shared;
		this.freeNames = new FreeNames(this.entity.row(), queries, lookup, access);
		this.entities = new RowEntity(mapping);
		this.ownership = this.entity.row().ownership();
		this.attributes = new RowAttributes(this.entity, access, content, queries, this.entities, quotas, keys);
		this.keys = keys;
	}

	void requireName(Name name) {
		this.freeNames.text(name);
	}

	Row create(RowDirectory in, Name name, FileChanges initial) {
		String text = this.freeNames.text(name);
		NewRowWatch watch = new NewRowWatch();
		try {
			Row created = create(in, text, initial, watch);
			this.shared.remove(in.scope(), text);
			return created;
		}
		catch (ErrnoException ex) {
			requireFreeId(ex, watch.entity());
			throw ex;
		}
	}

	/**
	 * Requires that the id is free: a duplicate key failure does not tell whether it is
	 * about the id. If this check fails, the first failure stands.
	 */
	private void requireFreeId(ErrnoException failure, @Nullable Object created) {
		if (failure.errno() != Errno.EINVAL || created == null) {
			return;
		}
		try {
			this.access.read((entityManager) -> {
				this.entities.requireFreeId(entityManager, created);
				return created;
			});
		}
		catch (RuntimeException ex) {
			if (ex instanceof ErrnoException taken && taken.errno() == Errno.EEXIST) {
				throw taken;
			}
			failure.addSuppressed(ex);
		}
	}

	private Row create(RowDirectory in, String text, FileChanges initial, NewRowWatch watch) {
		ContentSource source = (initial.content() != null) ? initial.content() : ContentSource.empty();
		RowTimes times = RowTimes.of(this.entity, initial);
		if (source instanceof ContentPatch patch && this.content.isSparse(patch)) {
			return createSparse(in, text, patch, times, initial, watch);
		}
		try (Upload upload = this.content.open(source, this.access.pace())) {
			return upload(times.asked(), upload, (entityManager) -> {
				Object saved = insert(entityManager, in, text, upload, times, initial, watch);
				return this.attributes.named(entityManager, text, this.attributes.finish(entityManager, null,
						this.entities.row(saved, RowSize.exact(upload.size())), times.asked()));
			});
		}
	}

	private Object insert(EntityManager entityManager, RowDirectory in, String text, Upload upload, RowTimes times,
			FileChanges initial, NewRowWatch watch) {
		this.freeNames.take(entityManager, in, text);
		Object created = this.mapping.repository().newEntity();
		this.entity.fileName().set(created, text);
		this.content.put(created, upload);
		this.ownership.put(created, initial.ownership().only(this.ownership.keptOfNew()));
		this.entity.row().attributes().put(created, initial.attributes());
		Map<FileProperty, Object> kept = this.entity.row().times(times.created(), times.modified());
		kept.forEach((property, value) -> property.set(created, value));
		in.scope().apply(entityManager, created);
		this.newRows.complete(created, text, in.path());
		Object saved = this.entities.saveNew(entityManager, created, kept, watch);
		this.content.complete(entityManager, saved, upload);
		this.queries.requireStorable(entityManager, this.entity.id().of(saved), in.rights().get());
		return saved;
	}

	/**
	 * Inserts an empty entity and writes its content afterwards, in the same transaction,
	 * because its holes are too large to send.
	 */
	private Row createSparse(RowDirectory in, String text, ContentPatch patch, RowTimes times, FileChanges initial,
			NewRowWatch watch) {
		UploadPace pace = this.access.pace();
		try (Upload nothing = this.content.open(ContentSource.empty(), pace)) {
			return write(times.asked(), changedBytes(patch), nothing::renew, (entityManager) -> {
				Object created = insert(entityManager, in, text, nothing, times, initial, watch);
				// Loads the content from the database, so that it can be read.
				entityManager.refresh(created);
				this.content.patch(entityManager, created, patch, 0, pace);
				this.content.putSize(created, patch.size());
				Object saved = this.entities.saveWithoutContent(entityManager, created, times.modified());
				return this.attributes.named(entityManager, text, this.attributes.finish(entityManager, null,
						this.entities.row(saved, RowSize.exact(patch.size())), times.asked()));
			});
		}
	}

	private static long changedBytes(ContentPatch patch) {
		return patch.changed().stream().mapToLong(ByteRange::length).sum();
	}

	/** Whether an update needs only what has changed. */
	boolean isPatchable() {
		return this.content.isPatchable();
	}

	/**
	 * Changes a row.
	 * @param rights what the caller may do with rows
	 */
	Row update(Row row, FileChanges changes, Supplier<CallerRights> rights) {
		ContentSource source = changes.content();
		RowTimes times = RowTimes.of(this.entity, changes);
		if (source == null) {
			Ownership owned = changes.ownership().only(this.ownership.kept());
			Row found = (owned.isNone() && changes.attributes().isNone()) ? row
					: this.attributes.own(row, owned, changes.attributes(), rights.get());
			return (times.asked() != null) ? this.attributes.touch(found, times.asked()) : found;
		}
		if (source instanceof ContentPatch patch && this.content.isPatchableBy(patch)) {
			return patch(row, patch, times, changes).orElseGet(() -> rewrite(row, source, times, changes));
		}
		return rewrite(row, source, times, changes);
	}

	/** Puts what changes beside the content into an entity. */
	private void putBeside(Object changed, FileChanges changes) {
		this.ownership.put(changed, changes.ownership().only(this.ownership.kept()));
		this.entity.row().attributes().put(changed, changes.attributes());
	}

	private Row rewrite(Row row, ContentSource source, RowTimes times, FileChanges changes) {
		this.content.requireLoadable(row.size());
		try (Upload upload = this.content.open(source, this.access.pace())) {
			return upload(times.asked(), upload, (entityManager) -> {
				// What is in memory is compared first: an equal value is not stored.
				Found found = findForContent(entityManager, row,
						this.entity.contentColumn().inMemory() ? null : this.content.removal());
				Object changed = this.entities.requireCurrent(found.entity(), row);
				if (found.changed()) {
					this.content.put(changed, upload);
				}
				else {
					this.content.replace(entityManager, changed, upload);
				}
				putBeside(changed, changes);
				this.entities.putModified(changed, times.modified());
				Object saved = this.entities.saveNewContent(entityManager, changed, row, times.modified());
				return this.attributes.named(entityManager, row.text(), this.attributes.finish(entityManager, row,
						this.entities.row(saved, RowSize.exact(upload.size())), times.asked()));
			});
		}
	}

	/**
	 * Changes the content in place. The entity is saved last, so that validation and
	 * auditing see the new content, and a refusal rolls it back.
	 * @return empty if the row has no content to change
	 */
	private Optional<Row> patch(Row row, ContentPatch patch, RowTimes times, FileChanges changes) {
		UploadPace pace = this.access.pace();
		return write(times.asked(), changedBytes(patch), () -> restart(pace), (entityManager) -> {
			Found found = findForContent(entityManager, row, this.content.patching(patch, row.size(), pace));
			Object changed = this.entities.requireCurrent(found.entity(), row);
			if (!found.changed() && !this.content.patch(entityManager, changed, patch, row.size(), pace)) {
				return Optional.empty();
			}
			this.content.putSize(changed, patch.size());
			putBeside(changed, changes);
			this.entities.putModified(changed, times.modified());
			Object saved = this.entities.saveWithoutContent(entityManager, changed, times.modified());
			this.entities.requireNewVersion(entityManager, saved, row);
			this.entities.giveContentNewVersion(entityManager, saved);
			return Optional.of(this.attributes.named(entityManager, row.text(), this.attributes.finish(entityManager,
					row, this.entities.row(saved, RowSize.exact(patch.size())), times.asked())));
		});
	}

	/** A patch can be read again from any position. */
	private static boolean restart(UploadPace pace) {
		pace.restart();
		return true;
	}

	/**
	 * Finds the entity whose content changes. Content outside the row has no version of
	 * its own: each writer locks the row first, so that the content is never a mixture of
	 * two writes, and no two transactions wait for each other.
	 * @param change the change to make to the content in the same statement, if possible
	 */
	private Found findForContent(EntityManager entityManager, Row row, @Nullable RowChange change) {
		this.queries.noteSize(entityManager, row);
		Object changed = (change != null) ? this.entities.findChanged(entityManager, row.id(), change) : null;
		if (changed != null) {
			return new Found(changed, true);
		}
		return new Found(this.content.isSeparate() ? this.entities.findLocked(entityManager, row.id())
				: this.entities.find(entityManager, row.id()), false);
	}

	/** Runs a transaction that stores the time that a program requests, if any. */
	private <T> T write(@Nullable Instant asked, long bytes, BooleanSupplier renewal, Function<EntityManager, T> work) {
		return new RequestedTime(asked).storing(() -> this.access.write(bytes, renewal, work));
	}

	private <T> T upload(@Nullable Instant asked, Upload upload, Function<EntityManager, T> work) {
		boolean byCalls = this.content.isSentByCalls(upload.size());
		return new RequestedTime(asked).storing(() -> this.access.upload(upload.size(), byCalls, upload::renew, work));
	}

	/**
	 * Renames a row and, if it comes from another directory, moves it.
	 * @param moved whether the row comes from another directory
	 * @param more whether it comes to another quota
	 */
	Row rename(Row row, RowDirectory in, Name target, boolean moved, boolean more) {
		String text = this.freeNames.text(target);
		this.content.requireLoadable(row.size());
		Row renamed = this.access.write((entityManager) -> {
			this.freeNames.lock(entityManager, in, text);
			this.queries.noteSize(entityManager, row);
			Object changed = this.entities.require(entityManager, row);
			this.freeNames.require(entityManager, in, text, row.id());
			this.entity.fileName().set(changed, text);
			if (moved) {
				in.scope().apply(entityManager, changed);
			}
			// A rename keeps the time of the content, whatever auditing does.
			Object saved = this.entities.saveWithoutContent(entityManager, changed, row.modified());
			this.queries.requireStorable(entityManager, row.id(), in.rights().get());
			return this.attributes.named(entityManager, text, this.attributes.finish(entityManager, more ? null : row,
					this.entities.row(saved, row.length()), row.modified()));
		});
		this.shared.remove(in.scope(), text);
		return renamed;
	}

	/**
	 * Moves the content of the source row to the replaced row and deletes the source row.
	 */
	Row replace(Row source, Row replaced, CallerRights rights, boolean more) {
		this.content.requireLoadable(source.size());
		this.content.requireLoadable(replaced.size());
		return this.access.write(this.content.isMovable(source.size()) ? 0 : source.size(), (entityManager) -> {
			List.of(source, replaced).forEach((row) -> this.queries.noteSize(entityManager, row));
			Map<Object, Object> found = new HashMap<>();
			this.mapping.repository()
				.findBoth(source.id(), replaced.id())
				.forEach((candidate) -> found.put(this.entity.id().of(candidate), candidate));
			Object from = this.entities.requireCurrent(found.get(source.id()), source);
			Object to = this.entities.requireCurrent(found.get(replaced.id()), replaced);
			List.of(source, replaced).forEach((row) -> this.queries.requireChangeable(entityManager, row, rights));
			this.content.putSize(to, source.size());
			this.ownership.put(to, source.ownership().ofReplaced(replaced.ownership()).only(this.ownership.kept()));
			this.entity.row().attributes().carry(from, to, this.mapping.repository()::newEntity);
			this.entities.putModified(to, (source.modified() != null) ? source.modified() : Instant.now());
			Row row = this.content.isMovable(source.size()) ? move(entityManager, from, to, source, replaced)
					: copy(entityManager, from, to, source, replaced);
			this.mapping.repository().delete(from, source.id());
			entityManager.flush();
			OwnNodes.add(entityManager, this.keys.apply(source.id()));
			return this.attributes.named(entityManager, replaced.text(),
					this.attributes.finish(entityManager, more ? replaced : row, row, source.modified()));
		});
	}

	private Row copy(EntityManager entityManager, Object from, Object to, Row source, Row replaced) {
		this.content.copy(entityManager, from, to);
		Object saved = this.entities.saveNewContent(entityManager, to, replaced, source.modified());
		if (!this.entity.keepsDeletedRows()) {
			this.content.remove(entityManager, source.id());
		}
		return this.entities.row(saved, RowSize.exact(source.size()));
	}

	private Row move(EntityManager entityManager, Object from, Object to, Row source, Row replaced) {
		Row row = this.entities.row(this.entities.saveWithoutContent(entityManager, to, source.modified()),
				RowSize.exact(source.size()));
		// An entity without another change does not have a new version yet.
		boolean sameVersion = row.version() != null && row.version().equals(replaced.version());
		this.content.move(entityManager, source.id(), replaced.id(), sameVersion, this.access.pace());
		return sameVersion ? Objects.requireNonNull(this.queries.find(entityManager, replaced.id(), CallerRights.ALL))
			.withLength(row.length()) : row;
	}

	void delete(Row row, CallerRights rights) {
		this.content.requireLoadable(row.size());
		this.access.write((entityManager) -> {
			boolean removes = !this.entity.keepsDeletedRows();
			Found found = findForContent(entityManager, row, removes ? this.content.removal() : null);
			if (found.entity() != null) {
				this.entities.requireVersion(found.entity(), row);
				this.queries.requireChangeable(entityManager, row, rights);
				if (removes && !found.changed()) {
					this.content.remove(entityManager, row.id());
				}
				this.mapping.repository().delete(found.entity(), row.id());
			}
			OwnNodes.add(entityManager, this.keys.apply(row.id()));
			return row;
		});
	}

	/**
	 * An entity whose content changes.
	 *
	 * @param entity the entity, {@code null} if the row is gone
	 * @param changed whether its content has been changed already
	 */
	private record Found(@Nullable Object entity, boolean changed) {

	}

}
