package io.fusemount.autoconfigure.mounted;

import java.io.IOException;
import java.nio.file.Path;

import io.fusemount.conformance.programs.ObservedRows;
import io.fusemount.conformance.programs.ProgramsConformanceKit;
import io.fusemount.conformance.transport.EnabledIfFuse;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.context.ConfigurableApplicationContext;

@EnabledIfFuse
class PostgresProgramsTests extends ProgramsConformanceKit {

	@TempDir
	static Path directory;

	static EmbeddedPostgres postgres;

	static ConfigurableApplicationContext application;

	static ObservedRows rows;

	@BeforeAll
	static void start() throws IOException {
		postgres = EmbeddedPostgres.start();
		application = MountedApplication.start(postgres.getJdbcUrl("postgres", "postgres"), directory);
		rows = new StoredRows(application);
	}

	@AfterAll
	static void stop() throws IOException {
		application.close();
		postgres.close();
	}

	@Override
	public Path directory() {
		return MountedApplication.files(directory);
	}

	@Override
	public ObservedRows rows() {
		return rows;
	}

}
