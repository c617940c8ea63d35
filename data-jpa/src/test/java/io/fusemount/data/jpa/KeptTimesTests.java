package io.fusemount.data.jpa;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.RegularFile;
import io.fusemount.data.jpa.clocks.ClocksApplication;
import io.fusemount.data.jpa.support.Statements;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static io.fusemount.data.jpa.AbstractDirectoryTests.find;
import static io.fusemount.data.jpa.AbstractDirectoryTests.list;
import static io.fusemount.data.jpa.AbstractDirectoryTests.source;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * The times that programs have seen are those that rows keep, in the precision of their
 * columns and whatever the application sets in the last moment.
 */
class KeptTimesTests {

	private static final String BORN = "2026-03-04T05:06:07.9";

	private static final String CHANGED = "2026-03-04T05:06:17.8";

	private static final String CHANGED_AGAIN = "2026-03-04T05:07:00.7";

	/** Digits behind the first one, as far as each kind of time keeps them. */
	private static final Map<String, String> KEPT = Map.of("micros", "87654", "assigned", "87654", "dates", "87",
			"numbers", "87", "tenths", "", "seconds", "");

	static Stream<Arguments> all() {
		return RunningShapes.cases(Running.DATABASES, KEPT.keySet());
	}

	@AfterAll
	static void stop() {
		Running.DATABASES.forEach((database) -> database.application().close());
	}

	@ParameterizedTest
	@MethodSource("all")
	void timesThatProgramsHaveSeenAreStoredByTheStatementThatStoresTheContent(RunningShapes database, String path) {
		Directory directory = database.empty(path);
		Statements statements = database.application().getBean(Statements.class);
		statements.clear();
		RegularFile created = directory.create(new Name("a"),
				new FileChanges(source("content"), null, seen(CHANGED), seen(BORN)));
		assertThat(changes(statements)).hasSize(1);
		assertTimes(directory, created, kept(path, BORN), kept(path, CHANGED));
		statements.clear();
		RegularFile changed = find(directory, "a")
			.update(new FileChanges(source("changed"), null, seen(CHANGED_AGAIN), null));
		assertThat(changes(statements)).hasSize(1);
		assertTimes(directory, changed, kept(path, BORN), kept(path, CHANGED_AGAIN));
	}

	@ParameterizedTest
	@MethodSource("all")
	void timeThatAProgramHasSetIsKeptAsItIsShownBefore(RunningShapes database, String path) {
		Directory directory = database.empty(path);
		RegularFile created = directory.create(new Name("a"),
				new FileChanges(source("content"), seen(CHANGED_AGAIN), seen(CHANGED), seen(BORN)));
		assertTimes(directory, created, kept(path, BORN), kept(path, CHANGED_AGAIN));
		RegularFile touched = created.update(new FileChanges(null, seen(CHANGED)));
		assertTimes(directory, touched, kept(path, BORN), kept(path, CHANGED));
	}

	private static void assertTimes(Directory directory, RegularFile stored, Instant born, Instant changed) {
		for (RegularFile file : List.of(stored, find(directory, "a"), list(directory).get("a"))) {
			assertThat(file.attributes().created()).isEqualTo(born);
			assertThat(file.attributes().modified()).isEqualTo(changed);
			assertThat(file.keptTime(seen(CHANGED))).isEqualTo(directory.keptTime(seen(CHANGED)));
		}
		assertThat(directory.keptTime(changed)).isEqualTo(changed);
	}

	private static List<String> changes(Statements statements) {
		return statements.all()
			.stream()
			.filter((statement) -> statement.startsWith("insert") || statement.startsWith("update"))
			.toList();
	}

	private static Instant seen(String time) {
		return Instant.parse(time + "87654321Z");
	}

	private static Instant kept(String path, String time) {
		String whole = path.equals("seconds") ? time.substring(0, time.indexOf('.')) : time;
		return Instant.parse(whole + KEPT.get(path) + "Z");
	}

	/** Started with the first test, for all of the class. */
	private static final class Running {

		static final List<RunningShapes> DATABASES = RunningShapes.start("clocks", ClocksApplication.class);

	}

}
