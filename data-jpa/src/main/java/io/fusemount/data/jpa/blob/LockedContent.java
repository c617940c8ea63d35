package io.fusemount.data.jpa.blob;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import io.fusemount.data.jpa.mapping.EntityMapping;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.jpa.event.spi.CallbackType;
import org.jspecify.annotations.Nullable;

/**
 * The content column of PostgreSQL as an expression that locks its row first, so that one
 * statement selects an entity, locks its row and changes a large object. The database
 * locks rows after it has computed what is selected, unless it is told like this.
 */
final class LockedContent {

	private static final Log logger = LogFactory.getLog(LockedContent.class);

	private LockedContent() {
	}

	/**
	 * Returns an expression of HQL, which is null if the row is not as it was when the
	 * statement began: the entity that is selected beside it would be out of date.
	 * @param alias the entity in the query
	 * @return {@code null} if the entity is not in one ordinary table, for a view does
	 * not know which transaction stored a row; or if the content is looked at when the
	 * entity is loaded, and has to be what it was
	 */
	static @Nullable String of(EntityMapping entity, String alias) {
		String table = entity.content().tableExpression();
		List<String> columns = entity.id().conditions().columns();
		if (isLookedAt(entity) || !isOnly(table, entity) || !isOrdinary(table, entity)) {
			return null;
		}
		String same = columns.stream().map((column) -> "t." + column + " = ?").collect(Collectors.joining(" and "));
		String sql = "(select case when l.x = xmin then l.o end from (select t." + entity.content().columnExpression()
				+ " as o, t.xmin as x from " + table + " t where " + same + " for no key update) l)";
		return "sql('" + sql.replace("'", "''") + "', " + entity.id().conditions().selected(alias) + ")";
	}

	private static boolean isLookedAt(EntityMapping entity) {
		return entity.contentColumn().inMemory() || entity.persister()
			.getFactory()
			.getEventEngine()
			.getCallbackRegistry()
			.hasRegisteredCallbacks(entity.persister().getMappedClass(), CallbackType.POST_LOAD);
	}

	private static boolean isOnly(String table, EntityMapping entity) {
		Set<String> tables = new HashSet<>();
		entity.persister().forEachTableDetails((details) -> tables.add(details.getTableName()));
		return tables.equals(Set.of(table));
	}

	private static boolean isOrdinary(String table, EntityMapping entity) {
		SessionFactoryImplementor factory = entity.persister().getFactory();
		try {
			return factory.fromStatelessSession(
					(session) -> session
						.createNativeQuery(
								"select cast(c.relkind as varchar) from pg_class c where c.oid = to_regclass(:table)",
								String.class)
						.setParameter("table", table)
						.getResultList()
						.equals(List.of("r")));
		}
		catch (RuntimeException ex) {
			logger.debug("What " + table + " is, is not known", ex);
			return false;
		}
	}

}
