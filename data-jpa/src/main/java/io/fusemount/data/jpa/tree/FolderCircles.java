package io.fusemount.data.jpa.tree;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.fusemount.data.jpa.database.DatabaseAccess;
import io.fusemount.data.jpa.mapping.FolderMapping;
import io.fusemount.data.jpa.mapping.IdConditions;
import io.fusemount.data.jpa.mapping.PropertyPath;
import io.fusemount.data.jpa.mapping.RowMapping;
import jakarta.persistence.EntityManager;
import jakarta.persistence.TypedQuery;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Finds rows that are directories in each other, so that no path leads to them. Programs
 * can neither create nor see such rows; those that the application has created are logged
 * at startup.
 */
final class FolderCircles {

	private static final Log logger = LogFactory.getLog(FolderCircles.class);

	/** The most rows that are searched, as a longer search would delay the startup. */
	private static final long MAX_ROWS = 200_000;

	private static final int AT_ONCE = 10_000;

	private final FolderMapping mapping;

	private final PropertyPath parent;

	private FolderCircles(FolderMapping mapping, PropertyPath parent) {
		this.mapping = mapping;
		this.parent = parent;
	}

	/** Logs a warning for each circle, if the directories are a tree. */
	static void report(FolderMapping mapping, DatabaseAccess access) {
		PropertyPath parent = mapping.parent();
		if (parent == null) {
			return;
		}
		try {
			Map<String, String> parents = access.read(new FolderCircles(mapping, parent)::parents);
			find(parents).forEach((circle) -> logger.warn(describe(mapping, parent, circle)));
		}
		catch (RuntimeException ex) {
			logger.debug("The tree of " + mapping.row().name() + " could not be looked through", ex);
		}
	}

	private static String describe(FolderMapping mapping, PropertyPath parent, List<String> circle) {
		return "Rows of " + mapping.row().name() + " are in each other by " + parent + ", so that '"
				+ mapping.template() + "' shows neither them nor what is in them: " + String.join(" in ", circle)
				+ " in " + circle.get(0) + ". Give one of them another " + parent + ", or none";
	}

	/**
	 * Returns the circles among rows and their parents, by id.
	 */
	static List<List<String>> find(Map<String, String> parents) {
		Set<String> done = new HashSet<>();
		List<List<String>> circles = new ArrayList<>();
		for (String start : parents.keySet()) {
			Map<String, Integer> way = new LinkedHashMap<>();
			String current = start;
			while (current != null && !done.contains(current) && !way.containsKey(current)) {
				way.put(current, way.size());
				current = parents.get(current);
			}
			Integer first = way.get(current);
			if (first != null) {
				circles.add(way.keySet().stream().skip(first).toList());
			}
			done.addAll(way.keySet());
		}
		return circles;
	}

	private Map<String, String> parents(EntityManager entityManager) {
		RowMapping row = this.mapping.row();
		long count = entityManager.createQuery("select count(e) from " + row.name() + " e", Long.class)
			.getSingleResult();
		Map<String, String> parents = new LinkedHashMap<>();
		if (count > MAX_ROWS) {
			logger.info("There are " + count + " rows of " + row.name() + ": whether some are in each other by "
					+ this.parent + " has not been checked");
			return parents;
		}
		Object last = null;
		List<Object[]> page;
		do {
			page = page(entityManager, last);
			for (Object[] values : page) {
				last = row.id().ofRow(values);
				Object[] above = Arrays.copyOfRange(values, row.id().conditions().width(), values.length);
				parents.put(row.id().format(last), row.id().format(row.id().ofRow(above)));
			}
		}
		while (page.size() == AT_ONCE);
		return parents;
	}

	private List<Object[]> page(EntityManager entityManager, @Nullable Object last) {
		RowMapping row = this.mapping.row();
		IdConditions ids = row.id().conditions();
		String where = this.parent.of("e") + " is not null"
				+ ((last != null) ? " and " + ids.isAfter("e", "last") : "");
		TypedQuery<Object[]> query = entityManager
			.createQuery("select " + ids.selected("e") + ", " + ids.selected(this.parent.of("e")) + " from "
					+ row.name() + " e where " + where + " order by " + ids.order("e"), Object[].class);
		if (last != null) {
			ids.bind(query, "last", last);
		}
		return query.setMaxResults(AT_ONCE).getResultList();
	}

}
