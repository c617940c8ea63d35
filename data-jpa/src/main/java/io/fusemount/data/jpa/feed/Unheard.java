package io.fusemount.data.jpa.feed;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.fusemount.data.jpa.database.DatabaseKind;
import io.fusemount.data.jpa.mapping.FileProperty;
import io.fusemount.data.jpa.tree.KeyedRows;
import org.hibernate.annotations.SQLRestriction;
import org.hibernate.persister.entity.EntityPersister;
import org.hibernate.persister.entity.UnionSubclassEntityPersister;

/**
 * The files and directories that may change without an announcement by a trigger, or
 * through this application without notice to all of its mounts and entities.
 */
final class Unheard {

	private static final Pattern QUERY = Pattern.compile("\\bselect\\b", Pattern.CASE_INSENSITIVE);

	private final Set<String> reasons = new LinkedHashSet<>();

	private Unheard() {
	}

	/** Returns descriptions of these files and directories, with the reasons. */
	static List<String> of(List<List<KeyedRows>> mounts, Set<EntityPersister> deciding) {
		Unheard unheard = new Unheard();
		List<KeyedRows> rows = mounts.stream().flatMap(List::stream).toList();
		Stream.concat(rows.stream().map((each) -> each.row().persister()), deciding.stream())
			.distinct()
			.forEach(unheard::check);
		rows.forEach(unheard::checkProperties);
		unheard.checkMounts(mounts);
		unheard.checkTables(rows);
		return List.copyOf(unheard.reasons);
	}

	private void check(EntityPersister entity) {
		String name = name(entity);
		if (DatabaseKind.of(entity.getFactory()) != DatabaseKind.POSTGRESQL) {
			this.reasons.add(name + " is not on PostgreSQL");
			return;
		}
		if (WatchedTable.isQuery(entity.getIdentifierTableDetails().getTableName())) {
			this.reasons.add(name + " is a query (@Subselect)");
		}
		if (entity instanceof UnionSubclassEntityPersister && entity.hasSubclasses()) {
			this.reasons.add(name + " has subclasses with tables of their own (TABLE_PER_CLASS)");
		}
		for (Class<?> type = entity.getMappedJavaType().getJavaTypeClass(); type != null; type = type.getSuperclass()) {
			SQLRestriction restriction = type.getAnnotation(SQLRestriction.class);
			if (restriction != null && QUERY.matcher(restriction.value()).find()) {
				this.reasons.add(name + " is restricted by other rows (@SQLRestriction)");
			}
		}
	}

	private void checkProperties(KeyedRows rows) {
		rows.row()
			.projected()
			.filter((property) -> asksOthers(property))
			.forEach((property) -> this.reasons
				.add(rows.row().name() + "." + property + " is a formula that asks other rows"));
	}

	private static boolean asksOthers(FileProperty property) {
		String formula = property.formula();
		return formula != null && QUERY.matcher(formula).find();
	}

	/** Changes through one mount are not reported to the others. */
	private void checkMounts(List<List<KeyedRows>> mounts) {
		Set<String> changed = mounts.stream()
			.flatMap(List::stream)
			.filter(KeyedRows::changeable)
			.map(Unheard::root)
			.collect(Collectors.toSet());
		Set<String> before = new HashSet<>();
		for (List<KeyedRows> rows : mounts) {
			rows.stream()
				.filter((each) -> before.contains(root(each)) && changed.contains(root(each)))
				.forEach((each) -> this.reasons
					.add(each.row().name() + " is in several mounts, one of which can change it"));
			rows.forEach((each) -> before.add(root(each)));
		}
	}

	private static String root(KeyedRows rows) {
		return rows.row().persister().getRootEntityName();
	}

	/** Changes of an entity are not reported to other entities with the same rows. */
	private void checkTables(List<KeyedRows> rows) {
		Map<String, EntityPersister> known = new HashMap<>();
		for (KeyedRows each : rows) {
			EntityPersister entity = each.row().persister();
			entity.forEachTableDetails((table) -> {
				EntityPersister other = known.putIfAbsent(table.getTableName(), entity);
				if (other != null && !other.getRootEntityName().equals(entity.getRootEntityName())) {
					this.reasons.add(name(other) + " and " + name(entity) + " are of one table");
				}
			});
		}
		if (rows.stream().map((each) -> each.row().persister().getFactory()).distinct().count() > 1) {
			this.reasons.add("the rows are of several persistence units, and one connection listens");
		}
	}

	private static String name(EntityPersister entity) {
		return entity.getMappedJavaType().getJavaTypeClass().getSimpleName();
	}

}
