package io.fusemount.data.jpa;

import java.util.List;
import java.util.stream.Stream;

import io.fusemount.core.node.Directory;
import org.junit.jupiter.params.provider.Arguments;

import static io.fusemount.data.jpa.AbstractDirectoryTests.list;

/**
 * What the tests of entities that are not plain rows of bytes have in common: one running
 * application on each of the databases, for all of them.
 */
abstract class AbstractShapesTests {

	static Stream<RunningShapes> databases() {
		return Running.DATABASES.stream();
	}

	/** Each of the directories on each of the databases. */
	static Stream<Arguments> on(String... paths) {
		return databases().flatMap((database) -> Stream.of(paths).map((path) -> Arguments.of(database, path)));
	}

	static Directory empty(RunningShapes database, String path) {
		Directory directory = database.directory(path);
		list(directory).values().forEach(directory::delete);
		return directory;
	}

	/** Started with the first test, for all of the virtual machine's. */
	private static final class Running {

		static final List<RunningShapes> DATABASES = RunningShapes.start("shapes");

	}

}
