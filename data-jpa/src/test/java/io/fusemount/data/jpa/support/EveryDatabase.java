package io.fusemount.data.jpa.support;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

import io.fusemount.conformance.database.MariaDbServer;

/**
 * The kinds of databases that this machine has.
 */
public final class EveryDatabase {

	private EveryDatabase() {
	}

	/**
	 * Starts something on an empty database of each kind.
	 * @param database the name of the databases
	 * @param start starts it, by the name of the kind and the JDBC URL
	 */
	public static <T> List<T> start(String database, BiFunction<String, String, T> start) {
		List<T> started = new ArrayList<>();
		started.add(start.apply("H2", "jdbc:h2:mem:" + database + ";DB_CLOSE_DELAY=-1"));
		started.add(start.apply("PostgreSQL", Postgres.createDatabase(database)));
		if (MariaDbServer.isInstalled()) {
			started.add(start.apply("MariaDB", MariaDbServer.shared().createDatabase(database, MariaDbServer.EXACT)));
		}
		return started;
	}

}
