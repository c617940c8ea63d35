package io.fusemount.data.jpa.blob;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

import io.fusemount.data.jpa.mapping.EntityMapping;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.jpa.event.spi.CallbackType;
import org.jspecify.annotations.Nullable;

/**
 * The content column of PostgreSQL as an expression that locks its row first, so that one
 * statement selects an entity, locks its row and changes a large object. Otherwise the
 * database locks rows only after it has computed the selected values.
 */
final class LockedContent {

	private static final Log logger = LogFactory.getLog(LockedContent.class);

	private LockedContent() {
	}

	/**
	 * Returns an expression of HQL, which is null if the row has changed since the
	 * statement began: the entity that is selected beside it would be outdated.
	 * @param alias the alias of the entity in the query
	 * @return {@code null} if the entity is not in one ordinary table with an id of one
	 * column: a view does not know which transaction stored a row, and {@code xmin} is
	 * ambiguous where tables are joined; also if the content is read when the entity is
	 * loaded, and has to be the old one then
	 */
	static @Nullable String of(EntityMapping entity, String alias) {
		if (isLookedAt(entity) || !isAlone(entity)) {
			return null;
		}
		String expression = expression(entity, alias);
		return isUnderstood(entity, expression, alias) ? expression : null;
	}

	private static boolean isLookedAt(EntityMapping entity) {
		return entity.contentColumn().inMemory() || entity.persister()
			.getFactory()
			.getEventEngine()
			.getCallbackRegistry()
			.hasRegisteredCallbacks(entity.persister().getMappedClass(), CallbackType.POST_LOAD);
	}

	/** Not a hierarchy: tables of subclasses are joined, which may read the content. */
	private static boolean isAlone(EntityMapping entity) {
		Set<String> tables = new HashSet<>();
		entity.persister().forEachTableDetails((details) -> tables.add(details.getTableName()));
		return entity.id().conditions().areListed() && entity.persister().getSubclassEntityNames().size() == 1
				&& tables.equals(Set.of(entity.content().tableExpression()));
	}

	private static String expression(EntityMapping entity, String alias) {
		String id = entity.persister()
			.getIdentifierTableDetails()
			.getKeyDetails()
			.getKeyColumn(0)
			.getSelectionExpression();
		String sql = "(select case when l.x = xmin then l.o end from (select t." + entity.content().columnExpression()
				+ " as o, t.xmin as x from " + entity.content().tableExpression() + " t where t." + id
				+ " = ? for no key update) l)";
		return "sql('" + sql.replace("'", "''") + "', " + entity.id().conditions().selected(alias) + ")";
	}

	/** Tries the expression with a query that finds no row. */
	private static boolean isUnderstood(EntityMapping entity, String expression, String alias) {
		SessionFactoryImplementor factory = entity.persister().getFactory();
		String table = entity.content().tableExpression();
		try {
			return factory.fromStatelessSession((session) -> {
				List<String> kinds = session
					.createNativeQuery(
							"select cast(c.relkind as varchar) from pg_class c where c.oid = to_regclass(:table)",
							String.class)
					.setParameter("table", table)
					.getResultList();
				return kinds.equals(List.of("r")) && session
					.createQuery("select " + alias + ", " + RangeFunctions.LARGE_OBJECT_LENGTH + "(" + expression
							+ ") from " + entity.name() + " " + alias + " where 1 = 0", Object[].class)
					.getResultList()
					.isEmpty();
			});
		}
		catch (RuntimeException ex) {
			logger.debug("Rows of " + table + " are locked by statements of their own", ex);
			return false;
		}
	}

}
