package io.fusemount.data.jpa;

import io.fusemount.data.jpa.support.Postgres;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Directories on PostgreSQL.
 */
class PostgresJpaDirectoriesTests extends AbstractJpaDirectoriesTests {

	@Override
	String databaseUrl() {
		return Postgres.createDatabase("directories");
	}

	@Override
	int separate() {
		return 1;
	}

	/** Those of other columns are the application's own affair. */
	@BeforeEach
	void noLargeObjectIsLeft() {
		this.jdbc.queryForList("select lo_unlink(oid) from pg_largeobject_metadata");
	}

	@AfterEach
	void noLargeObjectIsOrphaned() {
		Integer all = this.jdbc.queryForObject("select count(*) from pg_largeobject_metadata", Integer.class);
		Integer referenced = this.jdbc.queryForObject(
				"select (select count(document) from invoice) + "
						+ "(select count(thumbnail) from invoice) + (select count(note_content) from notes)",
				Integer.class);
		assertThat(all).isEqualTo(referenced);
	}

}
