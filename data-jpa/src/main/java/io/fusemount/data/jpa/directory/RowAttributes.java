package io.fusemount.data.jpa.directory;

import java.time.Instant;
import java.util.Objects;
import java.util.function.Function;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.AttributeValues;
import io.fusemount.core.node.CommitWatch;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Ownership;
import io.fusemount.data.jpa.blob.EntityContent;
import io.fusemount.data.jpa.database.DatabaseAccess;
import io.fusemount.data.jpa.database.OwnNodes;
import io.fusemount.data.jpa.mapping.EntityMapping;
import io.fusemount.data.jpa.mapping.FileProperty;
import io.fusemount.data.jpa.mapping.OwnershipMapping;
import io.fusemount.data.jpa.quota.RowQuotas;
import io.fusemount.data.jpa.scope.CallerRights;
import jakarta.persistence.EntityManager;
import org.jspecify.annotations.Nullable;

/**
 * Changes what a row has beside its content and its name.
 */
final class RowAttributes {

	private final EntityMapping entity;

	private final DatabaseAccess access;

	private final EntityContent content;

	private final RowQueries queries;

	private final RowEntity entities;

	private final RowQuotas quotas;

	private final OwnershipMapping ownership;

	private final Function<Object, NodeKey> keys;

	/**
	 * Creates it.
	 * @param keys the keys of files by their ids
	 */
	RowAttributes(EntityMapping entity, DatabaseAccess access, EntityContent content, RowQueries queries,
			RowEntity entities, RowQuotas quotas, Function<Object, NodeKey> keys) {
		this.entity = entity;
		this.access = access;
		this.content = content;
		this.queries = queries;
		this.entities = entities;
		this.quotas = quotas;
		this.ownership = entity.row().ownership();
		this.keys = keys;
	}

	/**
	 * Changes owner, group, mode or extended attributes. The row keeps its content and
	 * its time.
	 */
	Row own(Row row, Ownership changes, AttributeValues attributes, CallerRights rights) {
		this.content.requireLoadable(row.size());
		// A quota of the new owner may be another one.
		boolean given = changes.owner() != null || changes.group() != null;
		return this.access.write((entityManager) -> {
			this.queries.noteSize(entityManager, row);
			Object changed = this.entities.require(entityManager, row);
			this.ownership.put(changed, changes);
			this.entity.row().attributes().put(changed, attributes);
			Object saved = this.entities.saveWithoutContent(entityManager, changed, row.modified());
			this.queries.requireStorable(entityManager, row.id(), rights);
			return named(entityManager, row.text(),
					finish(entityManager, given ? null : row, this.entities.row(saved, row.length()), row.modified()));
		});
	}

	/** Sets only the time. */
	Row touch(Row row, Instant time) {
		FileProperty modified = this.entity.modified();
		if (modified == null) {
			return row;
		}
		return new RequestedTime(time).storing(() -> this.access.write(0, () -> true, (entityManager) -> {
			if (!this.queries.touch(entityManager, row, modified, time)) {
				throw new ErrnoException(Errno.ESTALE, "'" + row.text() + "' has been changed in the meantime");
			}
			return foreseen(new RequestedTime(time).requireStored(entityManager, this.queries, row.withModified(time)));
		}));
	}

	/**
	 * Requires the quota, and sets the requested time if auditing has replaced it.
	 * @param before the row as it was, {@code null} if it is new to its quota
	 */
	Row finish(EntityManager entityManager, @Nullable Row before, Row row, @Nullable Instant asked) {
		boolean larger = row.size() > ((before != null) ? before.size() : 0);
		this.quotas.require(entityManager, row.id(), before == null, larger);
		FileProperty modified = this.entity.modified();
		if (asked == null || modified == null) {
			return row;
		}
		Row expected = row;
		if (!asked.equals(row.modified())) {
			this.queries.touch(entityManager, row, modified, asked);
			expected = row.withModified(asked);
		}
		return new RequestedTime(asked).requireStored(entityManager, this.queries, expected);
	}

	/** A row with another name than requested remains news for observers. */
	Row named(EntityManager entityManager, @Nullable String text, Row stored) {
		if (Objects.equals(text, stored.text())) {
			OwnNodes.add(entityManager, this.keys.apply(stored.id()));
		}
		return foreseen(stored);
	}

	/** The last statement is done. */
	private Row foreseen(Row stored) {
		CommitWatch.foresee(this.keys.apply(stored.id()), stored.versionText());
		return stored;
	}

}
