package io.fusemount.autoconfigure.mounted;

import java.nio.file.Path;

import io.fusemount.conformance.database.EnabledIfMariaDb;
import io.fusemount.conformance.database.MariaDbServer;
import io.fusemount.conformance.posix.PosixConformanceKit;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.context.ConfigurableApplicationContext;

@EnabledIfFuse
@EnabledIfMariaDb
class MariaDbPosixTests extends PosixConformanceKit {

	@TempDir
	static Path directory;

	static ConfigurableApplicationContext application;

	@BeforeAll
	static void start() {
		application = MountedApplication.start(MariaDbServer.shared().createDatabase("posix", MariaDbServer.EXACT),
				directory);
	}

	@AfterAll
	static void stop() {
		application.close();
	}

	@Override
	public Path directory() {
		return MountedApplication.files(directory);
	}

}
