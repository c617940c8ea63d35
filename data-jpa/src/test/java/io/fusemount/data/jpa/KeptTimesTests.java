package io.fusemount.data.jpa;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.RegularFile;
import io.fusemount.data.jpa.clocks.Clocks;
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
	private static final Map<String, String> KEPT = Map.of("micros", "87654", "embedded", "87654", "assigned", "87654",
			"dates", "87", "numbers", "87", "tenths", "87654", "seconds", "");

	static Stream<Arguments> all() {
		return RunningShapes.cases(Running.DATABASES, KEPT.keySet());
	}

	static Stream<RunningShapes> databases() {
		return Running.DATABASES.stream();
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
		assertTimes(directory, created, born(path), kept(path, CHANGED));
		statements.clear();
		RegularFile changed = find(directory, "a")
			.update(new FileChanges(source("changed"), null, seen(CHANGED_AGAIN), null));
		assertThat(changes(statements)).hasSize(1);
		assertTimes(directory, changed, born(path), kept(path, CHANGED_AGAIN));
	}

	@ParameterizedTest
	@MethodSource("all")
	void timeThatAProgramHasSetIsKeptAsItIsShownBefore(RunningShapes database, String path) {
		Directory directory = database.empty(path);
		RegularFile created = directory.create(new Name("a"),
				new FileChanges(source("content"), seen(CHANGED_AGAIN), seen(CHANGED), seen(BORN)));
		assertTimes(directory, created, born(path), kept(path, CHANGED_AGAIN));
		RegularFile touched = created.update(new FileChanges(null, seen(CHANGED)));
		assertTimes(directory, touched, born(path), kept(path, CHANGED));
	}

	@ParameterizedTest
	@MethodSource("databases")
	void aChangeWithinTheUnitOfAColumnIsOneForTheApplicationToo(RunningShapes database) {
		Directory directory = database.empty("ageless");
		RegularFile file = directory.create(new Name("a"),
				new FileChanges(source("content"), null, seen(CHANGED), null));
		int updates = Clocks.Ageless.updates();
		RegularFile changed = file.update(new FileChanges(source("CONTENT"), null, seen(CHANGED), null));
		assertThat(Clocks.Ageless.updates()).isEqualTo(updates + 1);
		assertThat(changed.attributes().modified()).isEqualTo(file.attributes().modified());
	}

	@ParameterizedTest
	@MethodSource("databases")
	void withoutATimeOfBirthItIsTheTimeOfTheChange(RunningShapes database) {
		Directory directory = database.empty("ageless");
		RegularFile file = directory.create(new Name("a"),
				new FileChanges(source("content"), null, seen(CHANGED), seen(BORN)));
		Instant changed = directory.keptTime(seen(CHANGED));
		assertThat(directory.keptBirth(seen(BORN), changed)).isEqualTo(changed);
		assertThat(file.attributes().created()).isEqualTo(changed);
	}

	@ParameterizedTest
	@MethodSource("databases")
	void aTimeThatIsTheVersionIsSetByHibernate(RunningShapes database) {
		Directory directory = database.empty("versioned");
		RegularFile file = directory.create(new Name("a"), new FileChanges(source("a"), null, seen(CHANGED), null));
		for (int i = 0; i < 3; i++) {
			file = file.update(new FileChanges(source("content" + i), null, seen(CHANGED), null));
			RegularFile found = find(directory, "a");
			assertThat(found.isSameVersion(file)).isTrue();
			assertThat(found.attributes().modified()).isEqualTo(file.attributes().modified());
		}
	}

	private static void assertTimes(Directory directory, RegularFile stored, Instant born, Instant changed) {
		for (RegularFile file : List.of(stored, find(directory, "a"), list(directory).get("a"))) {
			assertThat(file.attributes().created()).isEqualTo(born);
			assertThat(file.attributes().modified()).isEqualTo(changed);
			assertThat(file.keptTime(seen(CHANGED))).isEqualTo(directory.keptTime(seen(CHANGED)));
		}
		assertThat(directory.keptTime(changed)).isEqualTo(changed);
		assertThat(directory.keptBirth(seen(BORN), changed)).isEqualTo(born);
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

	/** The birth of tenths has less digits than its change. */
	private static Instant born(String path) {
		return path.equals("tenths") ? Instant.parse(BORN + "Z") : kept(path, BORN);
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
