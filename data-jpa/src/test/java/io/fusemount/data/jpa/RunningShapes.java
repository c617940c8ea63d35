package io.fusemount.data.jpa;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import javax.sql.DataSource;

import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.node.Directory;
import io.fusemount.data.jpa.mapping.DetectionStrategy;
import io.fusemount.data.jpa.shapes.ShapesApplication;
import io.fusemount.data.jpa.support.EveryDatabase;
import io.fusemount.data.jpa.support.TestDatabase;
import org.junit.jupiter.params.provider.Arguments;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The application of entities that are not plain rows of bytes, on one database.
 */
record RunningShapes(String name, ConfigurableApplicationContext application, JpaDirectories directories,
		JdbcTemplate jdbc) {

	static final int PAGE_SIZE = 3;

	/** Starts the application on each of the databases. */
	static List<RunningShapes> start(String database) {
		return start(database, ShapesApplication.class);
	}

	/** Starts another application on each of the databases. */
	static List<RunningShapes> start(String database, Class<?> application) {
		return EveryDatabase.start(database, (name, url) -> start(name, url, application));
	}

	private static RunningShapes start(String name, String url, Class<?> application) {
		return of(name, TestDatabase.start(url, application));
	}

	private static RunningShapes of(String name, ConfigurableApplicationContext application) {
		JpaSettings settings = new JpaSettings(DetectionStrategy.ANNOTATED, false, PAGE_SIZE, Duration.ofMinutes(1),
				8 << 20);
		return new RunningShapes(name, application,
				new JpaDirectories(application.getBeanFactory(), settings,
						new DatabasePermits(2, Duration.ofSeconds(10))),
				new JdbcTemplate(application.getBean(DataSource.class)));
	}

	/**
	 * Returns another node of the application, which waits for nothing that this one
	 * does.
	 */
	RunningShapes anotherNode() {
		return of(this.name, this.application);
	}

	Directory directory(String path) {
		return Objects.requireNonNull(this.directories.directories().get(path));
	}

	/** Returns a directory whose files have been deleted. */
	Directory empty(String path) {
		Directory directory = directory(path);
		AbstractDirectoryTests.list(directory).values().forEach(directory::delete);
		return directory;
	}

	long count(String sql) {
		return Objects.requireNonNull(this.jdbc.queryForObject(sql, Long.class));
	}

	/** Returns a case for each database and each path. */
	static Stream<Arguments> cases(List<RunningShapes> databases, Collection<String> paths) {
		return databases.stream().flatMap((database) -> paths.stream().map((path) -> Arguments.of(database, path)));
	}

	@Override
	public String toString() {
		return this.name;
	}

}
