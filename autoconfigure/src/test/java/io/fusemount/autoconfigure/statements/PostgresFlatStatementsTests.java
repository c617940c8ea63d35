package io.fusemount.autoconfigure.statements;

import java.io.IOException;
import java.nio.file.Path;

import io.fusemount.autoconfigure.mounted.MountedApplication;
import io.fusemount.conformance.transport.EnabledIfFuse;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@EnabledIfFuse
@Timeout(300)
class PostgresFlatStatementsTests extends AbstractFlatStatementsTests {

	@TempDir
	static Path directory;

	static EmbeddedPostgres postgres;

	static CountedApplication application;

	@BeforeAll
	static void start() throws IOException {
		postgres = EmbeddedPostgres.start();
		application = new CountedApplication(MountedApplication.class, postgres.getJdbcUrl("postgres", "postgres"),
				directory, MountedApplication.files(directory));
	}

	@AfterAll
	static void stop() throws IOException {
		application.close();
		postgres.close();
	}

	@Override
	CountedApplication application() {
		return application;
	}

	@Override
	int of(int h2, int postgres) {
		return postgres;
	}

}
