package io.fusemount.autoconfigure.crash;

import java.util.Set;

import io.fusemount.conformance.database.EnabledIfMariaDb;
import io.fusemount.conformance.database.MariaDbServer;
import org.junit.jupiter.api.BeforeEach;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * With MariaDB, which survives.
 */
@EnabledIfMariaDb
class MariaDbKillTests extends AbstractKillTests {

	private String url;

	@BeforeEach
	void createDatabase() {
		this.url = MariaDbServer.shared().createDatabase("kills", MariaDbServer.EXACT);
	}

	@Override
	String url() {
		return this.url;
	}

	/** One row for each file. */
	@Override
	protected void checkStore(Set<String> names) {
		assertThat(new JdbcTemplate(new DriverManagerDataSource(this.url)).queryForList("select name from stored_file",
				String.class))
			.containsExactlyInAnyOrderElementsOf(names);
	}

}
