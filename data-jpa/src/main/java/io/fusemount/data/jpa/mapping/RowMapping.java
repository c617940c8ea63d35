package io.fusemount.data.jpa.mapping;

import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

import io.fusemount.data.jpa.database.DatabaseKind;
import io.fusemount.data.jpa.template.ValueText;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

/**
 * The properties of an entity that make a directory, or a file apart from its content.
 *
 * @param name the entity's name in queries
 * @param type the entity class
 * @param persister Hibernate's persister of the entity
 * @param database the kind of the entity's database
 * @param id the identifier
 * @param fileName the name
 * @param nameText the texts of the names
 * @param nameColumn the column of the names
 * @param size the length of the content, {@code null} for a directory
 * @param version the version, or {@code null} if there is none
 * @param created the time of birth, or {@code null} if there is none
 * @param modified the time of the last change, or {@code null} if there is none
 * @param createdPrecision the precision of the time of birth
 * @param modifiedPrecision the precision of the time of the last change
 * @param ownership owner, group and mode
 * @param attributes the extended attributes
 */
public record RowMapping(String name, Class<?> type, EntityPersister persister, DatabaseKind database, IdProperty id,
		FileProperty fileName, ValueText nameText, NameColumn nameColumn, @Nullable FileProperty size,
		@Nullable FileProperty version, @Nullable FileProperty created, @Nullable FileProperty modified,
		TimePrecision createdPrecision, TimePrecision modifiedPrecision, OwnershipMapping ownership,
		AttributeMapping attributes) {

	/**
	 * Returns the table that has the names, as it is written in SQL.
	 */
	public String table() {
		return this.fileName.column().getContainingTableExpression();
	}

	/**
	 * Returns the words that distinguish the database's refusal of a name from that of
	 * another value: the column, and the keys that contain it if refusals name keys.
	 */
	public Set<String> nameMarks() {
		Set<String> marks = new HashSet<>(Set.of(this.nameColumn.column()));
		if (this.database.refusesByKey()) {
			marks.addAll(new MySqlCatalog(this.persister.getFactory()).uniqueKeys(this.fileName.column()));
		}
		return marks;
	}

	/**
	 * Returns the values of the properties that have the times, cut to their precision,
	 * as far as these can be written. A time that is the version, too, is Hibernate's to
	 * set.
	 * @param birth the birth time of a new row, or {@code null}
	 * @param change the time of the last change, or {@code null}
	 */
	public Map<FileProperty, Object> times(@Nullable Instant birth, @Nullable Instant change) {
		Map<FileProperty, Object> times = new HashMap<>();
		FileProperty born = this.created;
		if (born != null && born.isInsertable() && birth != null) {
			times.put(born, TimeConversion.fromInstant(this.createdPrecision.cut(birth), born.type()));
		}
		FileProperty changed = this.modified;
		if (changed != null && changed.isWritable() && !isVersion(changed) && change != null) {
			times.put(changed, TimeConversion.fromInstant(this.modifiedPrecision.cut(change), changed.type()));
		}
		return times;
	}

	private boolean isVersion(FileProperty property) {
		return this.version != null && this.version.name().equals(property.name());
	}

	/**
	 * Returns the properties that a projection selects besides the id and the extended
	 * attributes, in order.
	 */
	public Stream<FileProperty> projected() {
		return Stream.concat(
				Stream.of(this.fileName, this.size, this.version, this.created, this.modified).filter(Objects::nonNull),
				this.ownership.properties());
	}

}
