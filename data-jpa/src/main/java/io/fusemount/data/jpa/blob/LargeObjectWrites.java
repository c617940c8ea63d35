package io.fusemount.data.jpa.blob;

import java.sql.Blob;
import java.util.List;

import io.fusemount.data.jpa.mapping.FileProperty;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.spi.BootstrapContext;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.integrator.spi.Integrator;
import org.hibernate.mapping.BasicValue;
import org.hibernate.mapping.Column;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Property;

/**
 * Lets a row of PostgreSQL arrive with its small content: the statement that inserts or
 * updates the row makes the large object itself. What is bound is the content or, for
 * large content and all values that are not FuseMount's, the number of the large object,
 * as without this expression. The server tells both apart by the type of what is bound.
 */
public final class LargeObjectWrites implements Integrator {

	/**
	 * No cast leads from all possible types to {@code bytea}: the content is taken from
	 * the binary form of a row with it alone, behind the number of columns, its type and
	 * its length. Without {@code offset}, the planner would compute the branch that does
	 * not apply, which fails.
	 */
	private static final String EXPRESSION = "(select case when pg_typeof(v.v) = cast('bytea' as regtype) "
			+ "then lo_from_bytea(0, substring(record_send(row(v.v)) from 13)) "
			+ "else cast(cast(v.v as text) as oid) end from (select ? as v offset 0) v)";

	/** Beyond this, copies of the content cost more than another round trip. */
	private static final long MAX_BYTES = 1 << 16;

	/**
	 * Whether content of this size is bound in place of its number.
	 */
	static boolean isWithRow(FileProperty content, long bytes) {
		return bytes <= MAX_BYTES && EXPRESSION.equals(content.writeExpression());
	}

	@Override
	public void integrate(Metadata metadata, BootstrapContext context, SessionFactoryImplementor sessionFactory) {
		for (PersistentClass entity : metadata.getEntityBindings()) {
			if (entity.getClassName() != null && isInOneTable(entity) && !hasOwnStatements(entity)) {
				List<Property> contents = entity.getProperties()
					.stream()
					.filter(LargeObjectWrites::isLargeObject)
					.toList();
				List<Property> marked = contents.stream()
					.filter((property) -> FileProperty.isMarkedAsContent(entity.getMappedClass(), property.getName()))
					.toList();
				(marked.isEmpty() ? contents : marked).forEach(LargeObjectWrites::comeWithRow);
			}
		}
	}

	/** Rows in several tables are merged into some of them, which takes other casts. */
	private static boolean isInOneTable(PersistentClass entity) {
		return !entity.isInherited() && !entity.hasSubclasses() && entity.getJoins().isEmpty();
	}

	private static boolean hasOwnStatements(PersistentClass entity) {
		return entity.getCustomSQLInsert() != null || entity.getCustomSQLUpdate() != null;
	}

	private static boolean isLargeObject(Property property) {
		return property.getValue() instanceof BasicValue value && value.getColumn() instanceof Column
				&& value.resolve().getJdbcType() instanceof LargeObjectType
				&& value.resolve().getDomainJavaType().getJavaTypeClass() == Blob.class;
	}

	private static void comeWithRow(Property property) {
		Column column = property.getColumns().get(0);
		if (column.getCustomWrite() == null) {
			column.setCustomWrite(EXPRESSION);
		}
	}

}
