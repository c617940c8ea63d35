package io.fusemount.autoconfigure.crash;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

import io.fusemount.conformance.crash.ChildProgram;
import io.fusemount.conformance.crash.KillConformanceKit;
import io.fusemount.conformance.database.EnabledIfMariaDb;
import io.fusemount.conformance.database.MariaDbServer;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * With MariaDB, which survives.
 */
@EnabledIfFuse
@EnabledIfMariaDb
class MariaDbKillTests extends KillConformanceKit {

	private Workspace workspace;

	private String url;

	@BeforeEach
	void create() throws IOException {
		this.url = MariaDbServer.shared().createDatabase("kills", MariaDbServer.EXACT);
		this.workspace = new Workspace();
	}

	@AfterEach
	void remove() throws IOException {
		this.workspace.close();
	}

	@Override
	protected ChildProgram serve() {
		return this.workspace.start(this.url);
	}

	@Override
	protected Path directory() {
		return this.workspace.files();
	}

	@Override
	protected Path spool() {
		return this.workspace.spool();
	}

	/** One row for each file. */
	@Override
	protected void checkStore(Set<String> names) {
		assertThat(new JdbcTemplate(new DriverManagerDataSource(this.url)).queryForList("select name from stored_file",
				String.class))
			.containsExactlyInAnyOrderElementsOf(names);
	}

}
