package io.fusemount.autoconfigure.takeover.step;

import java.util.Map;
import java.util.TreeMap;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * The rows of a database that nobody else uses.
 */
final class StoredTree {

	private final JdbcTemplate jdbc;

	StoredTree(String jdbcUrl) {
		this.jdbc = new JdbcTemplate(new DriverManagerDataSource(jdbcUrl));
	}

	/**
	 * Returns what there is below each directory of the top: how often each name is
	 * there, at which version, and how large.
	 */
	Map<String, Map<String, String>> byProgram() {
		Map<Long, String> paths = new TreeMap<>();
		this.jdbc.query("select id, name, parent_id from folder order by id", (row) -> {
			long parent = row.getLong(3);
			paths.put(row.getLong(1), ((parent != 0) ? paths.get(parent) : "") + row.getString(2) + "/");
		});
		Map<String, Map<String, String>> found = new TreeMap<>();
		this.jdbc.query("select id, version from folder", (row) -> {
			add(found, paths.getOrDefault(row.getLong(1), ""), "version " + row.getInt(2));
		});
		this.jdbc.query("select folder_id, name, version, size from paper", (row) -> {
			add(found, paths.getOrDefault(row.getLong(1), "") + row.getString(2),
					"version " + row.getInt(3) + " of " + row.getLong(4) + " bytes");
		});
		return found;
	}

	private static void add(Map<String, Map<String, String>> found, String path, String row) {
		int slash = path.indexOf('/');
		found.computeIfAbsent(path.substring(0, slash), (program) -> new TreeMap<>())
			.merge(path.substring(slash + 1), row, (first, second) -> first + " and " + second);
	}

}
