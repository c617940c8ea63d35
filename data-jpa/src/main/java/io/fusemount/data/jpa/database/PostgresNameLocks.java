package io.fusemount.data.jpa.database;

import java.util.Collection;
import java.util.stream.Collectors;

import jakarta.persistence.EntityManager;

/**
 * Advisory locks of PostgreSQL, which end with their transaction. All sessions of a
 * database share them; each lock is a 64-bit number.
 */
final class PostgresNameLocks implements NameLocks {

	private static final SessionStatement TAKING = new SessionStatement(
			"select count(*) from unnest(cast(string_to_array(?, ',') as bigint[])) as n, pg_advisory_xact_lock(n)",
			"A name could not be locked");

	/** In a fixed order, which avoids deadlocks. */
	@Override
	public void take(EntityManager entityManager, Collection<String> names) {
		String numbers = names.stream()
			.map(NameDigest::number)
			.distinct()
			.sorted()
			.map(String::valueOf)
			.collect(Collectors.joining(","));
		TAKING.execute(entityManager, (statement, session) -> {
			statement.setString(1, numbers);
			return TAKING.number(statement, session);
		});
	}

	@Override
	public String reach() {
		return ", which all nodes respect";
	}

}
