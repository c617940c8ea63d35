package io.fusemount.data.jpa;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import javax.sql.DataSource;

import io.fusemount.conformance.database.MariaDbServer;
import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.node.Directory;
import io.fusemount.data.jpa.mapping.DetectionStrategy;
import io.fusemount.data.jpa.shapes.ShapesApplication;
import io.fusemount.data.jpa.support.Postgres;
import io.fusemount.data.jpa.support.TestDatabase;

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
		List<RunningShapes> running = new ArrayList<>();
		running.add(start("H2", "jdbc:h2:mem:" + database + ";DB_CLOSE_DELAY=-1"));
		running.add(start("PostgreSQL", Postgres.createDatabase(database)));
		if (MariaDbServer.isInstalled()) {
			running.add(start("MariaDB", MariaDbServer.shared().createDatabase(database, MariaDbServer.EXACT)));
		}
		return running;
	}

	private static RunningShapes start(String name, String url) {
		ConfigurableApplicationContext application = TestDatabase.start(url, ShapesApplication.class);
		JpaSettings settings = new JpaSettings(DetectionStrategy.ANNOTATED, false, PAGE_SIZE, Duration.ofMinutes(1),
				8 << 20);
		return new RunningShapes(name, application,
				new JpaDirectories(application.getBeanFactory(), settings,
						new DatabasePermits(2, Duration.ofSeconds(10))),
				new JdbcTemplate(application.getBean(DataSource.class)));
	}

	Directory directory(String path) {
		return Objects.requireNonNull(this.directories.directories().get(path));
	}

	@Override
	public String toString() {
		return this.name;
	}

}
