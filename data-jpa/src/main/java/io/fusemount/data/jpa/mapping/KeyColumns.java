package io.fusemount.data.jpa.mapping;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.hibernate.StatelessSession;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a primary key in the order of its index, if the database reports it. In
 * another order, rows are sorted again for each page.
 */
final class KeyColumns {

	private static final Log logger = LogFactory.getLog(KeyColumns.class);

	private final SessionFactoryImplementor sessionFactory;

	KeyColumns(SessionFactoryImplementor sessionFactory) {
		this.sessionFactory = sessionFactory;
	}

	/**
	 * Returns the parts of an id in the order of the index.
	 * @param table the table, as it is written in SQL
	 */
	List<IdPart> sorted(String table, List<IdPart> parts) {
		try (StatelessSession session = this.sessionFactory.openStatelessSession()) {
			Map<String, Integer> positions = session.doReturningWork((connection) -> positions(connection, table));
			return parts.stream()
				.sorted(Comparator
					.comparing((part) -> positions.getOrDefault(normal(part.column()), Integer.MAX_VALUE)))
				.toList();
		}
		catch (RuntimeException ex) {
			logger.debug("The primary key of " + table + " is not known", ex);
			return parts;
		}
	}

	private static Map<String, Integer> positions(Connection connection, String table) throws SQLException {
		DatabaseMetaData metadata = connection.getMetaData();
		String[] path = table.split("\\.");
		String qualifier = (path.length > 1) ? stored(path[path.length - 2], metadata) : null;
		// A schema of MariaDB or MySQL is a catalog to the driver.
		boolean schemas = connection.getSchema() != null;
		String schema = (qualifier != null && schemas) ? qualifier : connection.getSchema();
		String catalog = (qualifier != null && !schemas) ? qualifier : connection.getCatalog();
		Map<String, Integer> positions = new HashMap<>();
		try (ResultSet keys = metadata.getPrimaryKeys(catalog, schema, stored(path[path.length - 1], metadata))) {
			while (keys.next()) {
				positions.put(normal(keys.getString("COLUMN_NAME")), keys.getInt("KEY_SEQ"));
			}
		}
		return positions;
	}

	/** Returns a name as the metadata of the database has it. */
	private static String stored(String name, DatabaseMetaData metadata) throws SQLException {
		String plain = name.replaceAll("[`\"]", "");
		if (!plain.equals(name)) {
			return plain;
		}
		if (metadata.storesUpperCaseIdentifiers()) {
			return name.toUpperCase(Locale.ROOT);
		}
		return metadata.storesLowerCaseIdentifiers() ? name.toLowerCase(Locale.ROOT) : name;
	}

	private static String normal(@Nullable String column) {
		return String.valueOf(column).replaceAll("[`\"]", "").toLowerCase(Locale.ROOT);
	}

}
