package io.fusemount.autoconfigure.mounted;

import java.nio.file.Path;

import io.fusemount.conformance.database.EnabledIfMariaDb;
import io.fusemount.conformance.database.MariaDbServer;
import io.fusemount.conformance.programs.ObservedRows;
import io.fusemount.conformance.programs.SavingConformanceKit;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.context.ConfigurableApplicationContext;

@EnabledIfFuse
@EnabledIfMariaDb
class MariaDbSavingTests extends SavingConformanceKit {

	@TempDir
	static Path directory;

	static ConfigurableApplicationContext application;

	static ObservedRows rows;

	@BeforeAll
	static void start() {
		application = MountedApplication.start(MariaDbServer.shared().createDatabase("saving", MariaDbServer.EXACT),
				directory);
		rows = new StoredRows(application);
	}

	@AfterAll
	static void stop() {
		application.close();
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
