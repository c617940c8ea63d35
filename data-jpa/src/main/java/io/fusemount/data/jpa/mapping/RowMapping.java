package io.fusemount.data.jpa.mapping;

import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

import io.fusemount.data.jpa.database.DatabaseKind;
import io.fusemount.data.jpa.template.ValueText;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

/**
 * Which properties of an entity make something with a name: a file, without its content,
 * or a directory.
 *
 * @param name the entity's name in queries
 * @param type the entity class
 * @param persister what Hibernate knows about the entity
 * @param database the kind of database that has it
 * @param id the identifier
 * @param fileName the name
 * @param nameText the texts of the names
 * @param nameColumn what the database promises about names
 * @param size the length of the content, {@code null} for a directory
 * @param version what tells versions apart, or {@code null} if nothing does
 * @param created the time of birth, if there is one
 * @param modified the time of the last change, if there is one
 * @param precision the precision of the times
 */
public record RowMapping(String name, Class<?> type, EntityPersister persister, DatabaseKind database, IdProperty id,
		FileProperty fileName, ValueText nameText, NameColumn nameColumn, @Nullable FileProperty size,
		@Nullable FileProperty version, @Nullable FileProperty created, @Nullable FileProperty modified,
		TimePrecision precision) {

	/**
	 * Returns the table that has the names, as it is written in SQL.
	 */
	public String table() {
		return this.fileName.column().getContainingTableExpression();
	}

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
	 * Returns the properties that a projection selects beside the id, in their order.
	 */
	public Stream<FileProperty> projected() {
		return Stream.of(this.fileName, this.size, this.version, this.created, this.modified).filter(Objects::nonNull);
	}

}
