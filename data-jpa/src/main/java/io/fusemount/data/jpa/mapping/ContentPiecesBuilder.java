package io.fusemount.data.jpa.mapping;

import java.util.Map;

import io.fusemount.annotation.FileContent;
import io.fusemount.data.jpa.database.DatabaseKind;
import org.hibernate.annotations.Filter;
import org.hibernate.annotations.Filters;
import org.hibernate.metamodel.mapping.BasicValuedModelPart;
import org.hibernate.metamodel.mapping.CollectionPart;
import org.hibernate.metamodel.mapping.EntityIdentifierMapping;
import org.hibernate.metamodel.mapping.PluralAttributeMapping;
import org.hibernate.metamodel.mapping.SelectableMapping;
import org.hibernate.persister.collection.CollectionPersister;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

/**
 * Finds the table of content in pieces, or reports why it cannot be used.
 */
final class ContentPiecesBuilder {

	private static final int MIN_PIECE_BYTES = 1 << 10;

	/** A piece is held in memory. */
	private static final int MAX_PIECE_BYTES = 16 << 20;

	private final EntityPersister persister;

	private final DatabaseKind database;

	private final ColumnMetadata columns;

	private final boolean writable;

	private final IdPropertyBuilder.Problems problems;

	ContentPiecesBuilder(EntityPersister persister, DatabaseKind database, ColumnMetadata columns, boolean writable,
			IdPropertyBuilder.Problems problems) {
		this.persister = persister;
		this.database = database;
		this.columns = columns;
		this.writable = writable;
		this.problems = problems;
	}

	/** Whether a property is a collection of values, as pieces are. */
	static boolean isInPieces(FileProperty property) {
		return property.attribute() instanceof PluralAttributeMapping collection
				&& collection.getElementDescriptor() instanceof BasicValuedModelPart;
	}

	ContentPieces build(EntityProperty property, FileProperty content) {
		PluralAttributeMapping collection = (PluralAttributeMapping) content.attribute();
		Check check = new Check(property.name());
		check.refuse(property.isEmbedded(), "has its pieces in an @Embedded", "Keep the pieces in the entity itself");
		requireMap(check, property, collection);
		requireOwnTable(check, property, collection);
		requireVersion(check, collection);
		FileContent annotation = property.find(FileContent.class);
		int size = (annotation != null) ? annotation.pieceSize() : 0;
		requireBytes(check, content, size);
		return new ContentPieces(collection, size);
	}

	private void requireMap(Check check, EntityProperty property, PluralAttributeMapping collection) {
		check.refuse(!Map.class.isAssignableFrom(property.type()), "is of type " + property.type().getSimpleName(),
				"Make pieces a Map<Integer, byte[]> with @ElementCollection and @MapKeyColumn");
		CollectionPart key = collection.getIndexDescriptor();
		check.refuse(
				!(key instanceof BasicValuedModelPart number)
						|| number.getJavaType().getJavaTypeClass() != Integer.class || isComputed(number),
				"does not have the numbers of its pieces as Integer in a column of their own",
				"Make it a Map<Integer, byte[]> with @MapKeyColumn");
		BasicValuedModelPart bytes = (BasicValuedModelPart) collection.getElementDescriptor();
		check.refuse(bytes.getJavaType().getJavaTypeClass() != byte[].class,
				"has pieces of type " + bytes.getJavaType().getJavaTypeClass().getSimpleName(),
				"Make it a Map<Integer, byte[]>");
		check.refuse(isComputed(bytes), "is converted on its way to the database, and files would show what is there",
				"Keep the pieces as they are");
	}

	private static boolean isComputed(SelectableMapping column) {
		return column.isFormula() || isTransformed(column.getCustomReadExpression())
				|| isTransformed(column.getCustomWriteExpression())
				|| column.getJdbcMapping().getValueConverter() != null;
	}

	private static boolean isTransformed(@Nullable String expression) {
		return expression != null && !expression.equals("?");
	}

	/** Requires a table whose rows Hibernate neither hides nor caches. */
	private void requireOwnTable(Check check, EntityProperty property, PluralAttributeMapping collection) {
		check.refuse(this.database == DatabaseKind.OTHER, "is in pieces, which this database has not been tested with",
				"Use H2, MariaDB or PostgreSQL, or make the content a Blob");
		CollectionPersister descriptor = collection.getCollectionDescriptor();
		check.refuse(!descriptor.isLazy(), "is loaded with its entity as a whole",
				"Leave the fetch type of @ElementCollection at LAZY");
		check.refuse(!(collection.getKeyDescriptor().getTargetPart() instanceof EntityIdentifierMapping),
				"does not refer to the id of its entity", "Let the @CollectionTable refer to the id");
		check.refuse(descriptor.hasWhereRestrictions() || property.has(Filter.class) || property.has(Filters.class),
				"does not show all of its pieces", "Remove the @SQLRestriction or @Filter from the pieces");
		check.refuse(descriptor.hasCache(), "is kept in the second-level cache, which would not see new pieces",
				"Remove the @Cache from the pieces");
		check.refuse(this.writable && !descriptor.isMutable(), "is @Immutable", "Remove @Immutable from the pieces");
	}

	/** Requires that each change of pieces by the application is a new version. */
	private void requireVersion(Check check, PluralAttributeMapping collection) {
		check.refuse(this.persister.getVersionMapping() == null,
				"is in pieces, and without a @Version it is unknown which of them belong together",
				"Give the entity a @Version");
		check.refuse(!collection.getAttributeMetadata().isIncludedInOptimisticLocking(),
				"is excluded from the @Version, which has to tell of each change of the pieces",
				"Remove @OptimisticLock(excluded = true)");
	}

	private void requireBytes(Check check, FileProperty content, int size) {
		check.refuse(size < MIN_PIECE_BYTES || size > MAX_PIECE_BYTES, "has pieces of " + size + " bytes",
				"Let pieceSize of @FileContent be between " + MIN_PIECE_BYTES + " and " + MAX_PIECE_BYTES);
		StoredColumn stored = this.columns.stored(content);
		boolean largeObject = content.isLargeObject() || stored != null && isLargeObject(stored.type());
		check.refuse(largeObject, "has pieces that are large objects of their own", "Use @Column(length = " + size
				+ ") instead of @Lob"
				+ ((this.database == DatabaseKind.H2) ? "; a varbinary of H2 holds 1048576 bytes at most" : ""));
		long room = this.columns.bytes(content);
		check.refuse(room < size, "has pieces of " + size + " bytes, and its column holds " + room,
				"Use @Column(length = " + size + ") and change the column of an existing table, or let pieceSize of "
						+ "@FileContent be smaller");
	}

	private boolean isLargeObject(String type) {
		return this.database == DatabaseKind.H2 && type.equals("binary large object")
				|| this.database == DatabaseKind.POSTGRESQL && type.equals("oid");
	}

	/** Refuses a property. */
	private final class Check {

		private final String property;

		Check(String property) {
			this.property = property;
		}

		void refuse(boolean refused, String problem, String fix) {
			if (refused) {
				throw ContentPiecesBuilder.this.problems.problem(this.property, problem, fix);
			}
		}

	}

}
