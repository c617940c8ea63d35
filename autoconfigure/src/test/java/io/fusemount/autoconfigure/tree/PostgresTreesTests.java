package io.fusemount.autoconfigure.tree;

import java.io.IOException;
import java.nio.file.Path;

import io.fusemount.conformance.transport.EnabledIfFuse;
import io.fusemount.conformance.trees.TreesConformanceKit;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.context.ConfigurableApplicationContext;

@EnabledIfFuse
class PostgresTreesTests extends TreesConformanceKit {

	@TempDir
	static Path directory;

	static EmbeddedPostgres postgres;

	static ConfigurableApplicationContext application;

	@BeforeAll
	static void start() throws IOException {
		postgres = EmbeddedPostgres.start();
		application = TreeApplication.start(postgres.getJdbcUrl("postgres", "postgres"), directory);
	}

	@AfterAll
	static void stop() throws IOException {
		application.close();
		postgres.close();
	}

	@Override
	public Path directory() {
		return TreeApplication.tree(directory);
	}

	@Override
	public boolean hasSubdirectories() {
		return true;
	}

}
