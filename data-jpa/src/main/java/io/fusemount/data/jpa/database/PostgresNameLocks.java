package io.fusemount.data.jpa.database;

import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

import jakarta.persistence.EntityManager;

/**
 * Advisory locks of PostgreSQL, which end with their transaction. All sessions of a
 * database share them; each lock is a 64-bit number.
 */
final class PostgresNameLocks implements NameLocks {

	private static final NumberQuery QUERY = new NumberQuery(
			"select count(*) from unnest(cast(string_to_array(?, ',') as bigint[])) as n, pg_advisory_xact_lock(n)");

	/** In a fixed order, which avoids deadlocks. */
	@Override
	public void take(EntityManager entityManager, Collection<String> names) {
		String numbers = names.stream()
			.map(NameDigest::number)
			.distinct()
			.sorted()
			.map(String::valueOf)
			.collect(Collectors.joining(","));
		QUERY.execute(entityManager, List.of(numbers));
	}

	@Override
	public String reach() {
		return ", which all nodes respect";
	}

}
