package io.fusemount.autoconfigure.tree;

import java.nio.file.Path;

import io.fusemount.conformance.database.EnabledIfMariaDb;
import io.fusemount.conformance.database.MariaDbServer;
import io.fusemount.conformance.transport.EnabledIfFuse;
import io.fusemount.conformance.trees.TreesConformanceKit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.context.ConfigurableApplicationContext;

@EnabledIfFuse
@EnabledIfAllTrees
@EnabledIfMariaDb
class MariaDbTreesTests extends TreesConformanceKit {

	@TempDir
	static Path directory;

	static ConfigurableApplicationContext application;

	@BeforeAll
	static void start() {
		application = TreeApplication.start(MariaDbServer.shared().createDatabase("trees", MariaDbServer.EXACT),
				directory);
	}

	@AfterAll
	static void stop() {
		application.close();
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
