package io.fusemount.autoconfigure.mounted;

import java.io.IOException;
import java.nio.file.Path;

import io.fusemount.conformance.posix.PosixConformanceKit;
import io.fusemount.conformance.transport.EnabledIfFuse;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.context.ConfigurableApplicationContext;

@EnabledIfFuse
class PostgresPosixTests extends PosixConformanceKit {

	@TempDir
	static Path directory;

	static EmbeddedPostgres postgres;

	static ConfigurableApplicationContext application;

	@BeforeAll
	static void start() throws IOException {
		postgres = EmbeddedPostgres.start();
		application = MountedApplication.start(postgres.getJdbcUrl("postgres", "postgres"), directory);
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

}
