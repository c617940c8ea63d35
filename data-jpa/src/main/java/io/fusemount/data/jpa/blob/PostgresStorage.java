package io.fusemount.data.jpa.blob;

import java.util.List;

import io.fusemount.data.jpa.mapping.EntityMapping;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.jspecify.annotations.Nullable;

/**
 * The storage of a column's values in PostgreSQL, as far as it can be determined.
 *
 * @param table the table as it is written in SQL
 * @param column the column as it is written in SQL
 * @param code the letter for the storage in the catalogue, {@code null} if it is unknown
 */
record PostgresStorage(String table, String column, @Nullable String code) {

	private static final Log logger = LogFactory.getLog(PostgresStorage.class);

	/** Asks the database; without an answer, the storage is unknown. */
	static PostgresStorage of(EntityMapping entity) {
		String table = entity.content().tableExpression();
		String column = entity.content().columnExpression();
		SessionFactoryImplementor factory = entity.persister().getFactory();
		try {
			List<String> codes = factory.fromStatelessSession(
					(session) -> session
						.createNativeQuery("select cast(a.attstorage as varchar) from pg_attribute a "
								+ "where a.attrelid = to_regclass(:table) and a.attname = (parse_ident(:column))[1]",
								String.class)
						.setParameter("table", table)
						.setParameter("column", column)
						.getResultList());
			return new PostgresStorage(table, column, codes.isEmpty() ? null : codes.get(0));
		}
		catch (RuntimeException ex) {
			logger.debug("The storage of " + table + "." + column + " is not known", ex);
			return new PostgresStorage(table, column, null);
		}
	}

	/** Whether new values may be compressed; stored values may be in any case. */
	private boolean compresses() {
		return "x".equals(this.code) || "m".equals(this.code);
	}

	String describe() {
		String ranges = "ranges by substring";
		if (this.code == null) {
			return ranges;
		}
		if (!compresses()) {
			return ranges + ", not compressed";
		}
		return ranges + ", compressed values at once (ALTER TABLE " + this.table + " ALTER COLUMN " + this.column
				+ " SET STORAGE EXTERNAL makes ranges of new values cheap)";
	}

}
