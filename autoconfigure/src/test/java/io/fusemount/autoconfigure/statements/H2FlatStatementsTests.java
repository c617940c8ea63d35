package io.fusemount.autoconfigure.statements;

import java.io.IOException;
import java.nio.file.Path;

import io.fusemount.autoconfigure.mounted.MountedApplication;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@EnabledIfFuse
@Timeout(300)
class H2FlatStatementsTests extends AbstractFlatStatementsTests {

	@TempDir
	static Path directory;

	static CountedApplication application;

	@BeforeAll
	static void start() throws IOException {
		application = new CountedApplication(MountedApplication.class, "jdbc:h2:file:" + directory.resolve("h2"),
				directory, MountedApplication.files(directory));
	}

	@AfterAll
	static void stop() {
		application.close();
	}

	@Override
	CountedApplication application() {
		return application;
	}

	@Override
	int of(int h2, int postgres) {
		return h2;
	}

}
