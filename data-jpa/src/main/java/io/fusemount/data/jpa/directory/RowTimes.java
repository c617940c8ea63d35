package io.fusemount.data.jpa.directory;

import java.time.Instant;

import io.fusemount.core.node.FileChanges;
import io.fusemount.data.jpa.mapping.EntityMapping;
import org.jspecify.annotations.Nullable;

/**
 * The times that a change gives a row.
 *
 * @param created the birth time of a new row
 * @param modified the modification time of new content
 * @param asked the modification time that a program requests, in the precision of its
 * property, {@code null} if none
 */
record RowTimes(Instant created, Instant modified, @Nullable Instant asked) {

	static RowTimes of(EntityMapping entity, FileChanges changes) {
		Instant now = Instant.now();
		Instant asked = changes.modified();
		Instant changed = (changes.changed() != null) ? changes.changed() : now;
		Instant created = (changes.created() != null) ? changes.created() : now;
		return new RowTimes(created, (asked != null) ? asked : changed,
				(asked != null) ? entity.keptTime(asked) : null);
	}

}
