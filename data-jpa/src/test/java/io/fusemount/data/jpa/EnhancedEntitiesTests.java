package io.fusemount.data.jpa;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.RegularFile;
import io.fusemount.data.jpa.shapes.Enhancements;
import io.fusemount.data.jpa.support.Statements;
import org.hibernate.engine.spi.SelfDirtinessTracker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static io.fusemount.data.jpa.AbstractDirectoryTests.create;
import static io.fusemount.data.jpa.AbstractDirectoryTests.find;
import static io.fusemount.data.jpa.AbstractDirectoryTests.read;
import static io.fusemount.data.jpa.AbstractDirectoryTests.source;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Files whose entities notice themselves what is changed.
 */
class EnhancedEntitiesTests extends AbstractShapesTests {

	private static final Instant LONG_AGO = Instant.parse("2001-02-03T04:05:06Z");

	static Stream<Arguments> all() {
		return on("photos", "slides");
	}

	@Test
	void theBuildHasEnhancedThem() {
		assertThat(List.of(Enhancements.Photo.class, Enhancements.Slide.class))
			.allMatch(SelfDirtinessTracker.class::isAssignableFrom);
	}

	@ParameterizedTest
	@MethodSource("all")
	void aNewFileKeepsItsTimeAndIsWrittenOnce(RunningShapes database, String path) {
		Directory directory = empty(database, path);
		create(directory, "first", "");
		Statements statements = database.application().getBean(Statements.class);
		statements.clear();
		RegularFile created = directory.create(new Name("a"), new FileChanges(source("content"), LONG_AGO));
		assertThat(statements.all()).noneMatch((statement) -> statement.startsWith("update"));
		assertThat(created.attributes().modified()).isEqualTo(LONG_AGO);
		RegularFile found = find(directory, "a");
		assertThat(found.isSameVersion(created)).isTrue();
		assertThat(found.attributes().modified()).isEqualTo(LONG_AGO);
		assertThat(read(found)).isEqualTo("content");
	}

	@ParameterizedTest
	@MethodSource("all")
	void changesKeepTheTimeThatAProgramHasSet(RunningShapes database, String path) {
		Directory directory = empty(database, path);
		RegularFile written = create(directory, "a", "content")
			.update(new FileChanges(source("changed content"), LONG_AGO));
		RegularFile renamed = directory.rename(written, new Name("b"), null);
		RegularFile found = find(directory, "b");
		assertThat(found.isSameVersion(renamed)).isTrue();
		assertThat(found.attributes().modified()).isEqualTo(LONG_AGO);
		assertThat(read(found)).isEqualTo("changed content");
		RegularFile later = found.update(new FileChanges(source("later"), null));
		assertThat(later.attributes().modified()).isAfter(LONG_AGO);
		assertThat(read(find(directory, "b"))).isEqualTo("later");
	}

	@ParameterizedTest
	@MethodSource("all")
	void aRenameOverAFileTakesItsTimeAlong(RunningShapes database, String path) {
		Directory directory = empty(database, path);
		RegularFile replaced = create(directory, "b", "old");
		RegularFile source = directory.create(new Name("a"), new FileChanges(source("new"), LONG_AGO));
		RegularFile renamed = directory.rename(source, new Name("b"), replaced);
		assertThat(renamed.attributes().modified()).isEqualTo(LONG_AGO);
		RegularFile found = find(directory, "b");
		assertThat(found.isSameVersion(renamed)).isTrue();
		assertThat(found.attributes().modified()).isEqualTo(LONG_AGO);
		assertThat(read(found)).isEqualTo("new");
	}

}
