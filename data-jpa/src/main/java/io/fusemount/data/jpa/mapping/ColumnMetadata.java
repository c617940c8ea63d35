package io.fusemount.data.jpa.mapping;

import java.sql.Blob;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.fusemount.data.jpa.database.DatabaseKind;
import jakarta.persistence.Column;
import jakarta.persistence.Index;
import jakarta.persistence.Table;
import jakarta.persistence.UniqueConstraint;
import org.hibernate.metamodel.mapping.SelectableMapping;
import org.hibernate.persister.entity.EntityPersister;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;

import org.springframework.core.annotation.AnnotatedElementUtils;

/**
 * The properties of an entity's columns, from the database and the mapping.
 */
final class ColumnMetadata {

	/** A value with its header of four bytes is smaller than 1 GiB. */
	private static final long POSTGRES_BYTEA = (1L << 30) - 5;

	/** 2,147,483,647 pieces of 2 KiB. */
	private static final long POSTGRES_LARGE_OBJECT = Integer.MAX_VALUE * 2048L;

	private final EntityPersister persister;

	private final DatabaseKind database;

	private final List<EntityProperty> properties;

	private final ColumnCatalog catalog;

	ColumnMetadata(EntityPersister persister, DatabaseKind database, List<EntityProperty> properties) {
		this.persister = persister;
		this.database = database;
		this.properties = properties;
		this.catalog = new ColumnCatalog(persister.getFactory(), database);
	}

	NameColumn name(FileProperty property) {
		SelectableMapping column = property.column();
		String name = unquote(column.getSelectionExpression());
		StoredColumn stored = this.catalog.find(column);
		return new NameColumn(name, keys(property.name(), column), length(property, stored),
				this.database.keepsAnyText(), characters(column, stored));
	}

	private Predicate<String> characters(SelectableMapping column, @Nullable StoredColumn stored) {
		Predicate<String> characters = this.database.hasColumnCharacterSets()
				? new MySqlCatalog(this.persister.getFactory()).characters(column) : NameColumn.ALL_CHARACTERS;
		return (stored != null && stored.trimmed()) ? characters.and((text) -> !text.endsWith(" ")) : characters;
	}

	ContentColumn content(FileProperty property) {
		SelectableMapping column = property.column();
		int type = column.getJdbcMapping().getJdbcType().getDdlTypeCode();
		boolean largeObject = type == SqlTypes.BLOB || type == SqlTypes.CLOB;
		StoredColumn stored = this.catalog.find(column);
		return new ContentColumn(property.type() != Blob.class, largeObject, length(property, stored, largeObject),
				property.isText() ? text(column, stored, largeObject) : null, null);
	}

	/** Returns the most bytes of a value that is not a large object. */
	long bytes(FileProperty property) {
		return length(property, stored(property), false);
	}

	private Predicate<String> text(SelectableMapping column, @Nullable StoredColumn stored, boolean largeObject) {
		return switch (this.database) {
			// A large object keeps bytes.
			case POSTGRESQL -> largeObject ? NameColumn.ALL_CHARACTERS : (text) -> text.indexOf(0) < 0;
			case MARIADB, MYSQL -> characters(column, stored);
			case H2, OTHER -> NameColumn.ALL_CHARACTERS;
		};
	}

	private long length(FileProperty property, @Nullable StoredColumn stored, boolean largeObject) {
		return switch (this.database) {
			case POSTGRESQL -> postgresLength(property, stored, largeObject);
			case MARIADB, MYSQL -> (stored != null) ? stored.length() : Long.MAX_VALUE;
			case H2, OTHER -> (stored == null && largeObject) ? Long.MAX_VALUE : length(property, stored);
		};
	}

	private long postgresLength(FileProperty property, @Nullable StoredColumn stored, boolean largeObject) {
		if (largeObject) {
			return POSTGRES_LARGE_OBJECT;
		}
		return property.isText() ? Math.min(length(property, stored), POSTGRES_BYTEA) : POSTGRES_BYTEA;
	}

	private long length(FileProperty property, @Nullable StoredColumn stored) {
		return (stored != null) ? stored.length() : declaredLength(property, property.column());
	}

	/**
	 * Returns the database's description of the column, or {@code null} if there is none.
	 */
	@Nullable StoredColumn stored(FileProperty property) {
		return this.catalog.find(property.column());
	}

	private long declaredLength(FileProperty property, SelectableMapping column) {
		Column annotation = property(property.name()).find(Column.class);
		boolean ownDefinition = annotation != null && !annotation.columnDefinition().isEmpty();
		if (ownDefinition || column.isLob()) {
			return Long.MAX_VALUE;
		}
		Long length = column.getLength();
		return (length != null) ? length : org.hibernate.Length.DEFAULT;
	}

	/**
	 * Returns the unique keys that contain the column: those of the database, or the
	 * declared ones if the database does not list any.
	 */
	private List<UniqueKey> keys(String property, SelectableMapping column) {
		String name = unquote(column.getSelectionExpression());
		List<UniqueKey> stored = column.isFormula() ? List.of()
				: new KeyCatalog(this.persister.getFactory(), this.database)
					.find(column.getContainingTableExpression());
		Stream<UniqueKey> keys = stored.isEmpty() ? declaredKeys(property, name) : stored.stream();
		return keys.filter((key) -> key.columns().contains(name)).toList();
	}

	private Stream<UniqueKey> declaredKeys(String property, String column) {
		Column annotation = property(property).find(Column.class);
		Stream<Set<String>> own = (annotation != null && annotation.unique()) ? Stream.of(Set.of(column))
				: Stream.empty();
		// Some declarations name the property.
		return Stream.concat(own, declaredKeys())
			.map((columns) -> columns.stream()
				.map((it) -> it.equals(property.toLowerCase(Locale.ROOT)) ? column : it)
				.collect(Collectors.toSet()))
			.map((columns) -> new UniqueKey(columns, true));
	}

	/** Returns the columns of each declared constraint, as named in the declaration. */
	private Stream<Set<String>> declaredKeys() {
		Table table = AnnotatedElementUtils.findMergedAnnotation(this.persister.getMappedClass(), Table.class);
		if (table == null) {
			return Stream.empty();
		}
		Stream<String[]> constraints = Arrays.stream(table.uniqueConstraints()).map(UniqueConstraint::columnNames);
		Stream<String[]> indexes = Arrays.stream(table.indexes())
			.filter(Index::unique)
			.map((index) -> index.columnList().split(","));
		return Stream.concat(constraints, indexes)
			.map((columns) -> Arrays.stream(columns).map(ColumnMetadata::unquote).collect(Collectors.toSet()));
	}

	private EntityProperty property(String name) {
		return this.properties.stream().filter((property) -> property.name().equals(name)).findFirst().orElseThrow();
	}

	static String unquote(String name) {
		return name.replaceAll("[`\"\\[\\]]", "").toLowerCase(Locale.ROOT).trim();
	}

}
