package io.fusemount.data.jpa;

import java.time.Instant;
import java.util.Objects;
import java.util.stream.Stream;

import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.RegularFile;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static io.fusemount.data.jpa.AbstractDirectoryTests.create;
import static io.fusemount.data.jpa.AbstractDirectoryTests.find;
import static io.fusemount.data.jpa.AbstractDirectoryTests.list;
import static io.fusemount.data.jpa.AbstractDirectoryTests.read;
import static io.fusemount.data.jpa.AbstractDirectoryTests.source;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Files whose properties are embedded in their entities.
 */
class EmbeddedPropertiesTests extends AbstractShapesTests {

	private static final Instant LONG_AGO = Instant.parse("2001-02-03T04:05:06Z");

	static Stream<Arguments> all() {
		return on("pictures", "cards");
	}

	@ParameterizedTest
	@MethodSource("all")
	void whatIsEmbeddedMakesAFile(RunningShapes database, String path) {
		Directory directory = empty(database, path);
		RegularFile created = create(directory, "a", "content");
		assertThat(read(created)).isEqualTo("content");
		RegularFile found = find(directory, "a");
		assertThat(found.isSameVersion(created)).isTrue();
		assertThat(found.attributes().size()).isEqualTo(7);
		RegularFile updated = found.update(new FileChanges(source("changed content"), null));
		assertThat(read(updated)).isEqualTo("changed content");
		assertThat(read(find(directory, "a"))).isEqualTo("changed content");
		RegularFile renamed = directory.rename(find(directory, "a"), new Name("b"), null);
		assertThat(renamed.key()).isEqualTo(created.key());
		assertThat(read(find(directory, "b"))).isEqualTo("changed content");
		RegularFile other = create(directory, "c", "other");
		assertThat(read(directory.rename(other, new Name("b"), renamed))).isEqualTo("other");
		assertThat(list(directory)).containsOnlyKeys("b");
		assertThat(Objects.requireNonNull(list(directory).get("b")).attributes().size()).isEqualTo(5);
	}

	@ParameterizedTest
	@MethodSource("databases")
	void aTimeThatIsEmbeddedIsKept(RunningShapes database) {
		Directory directory = empty(database, "pictures");
		RegularFile created = directory.create(new Name("a"), new FileChanges(source("x"), LONG_AGO));
		assertThat(created.attributes().modified()).isEqualTo(LONG_AGO);
		assertThat(find(directory, "a").attributes().modified()).isEqualTo(LONG_AGO);
	}

	@ParameterizedTest
	@MethodSource("databases")
	void otherPropertiesStayAsTheyAre(RunningShapes database) {
		Directory pictures = empty(database, "pictures");
		create(pictures, "a", "x");
		assertThat(value(database, "select rights from picture")).isEqualTo("reserved");
		Directory cards = empty(database, "cards");
		RegularFile card = create(cards, "a", "x");
		database.jdbc().execute("update card set device = 'flatbed'");
		card.update(new FileChanges(source("changed"), null));
		assertThat(value(database, "select device from card")).isEqualTo("flatbed");
	}

	@ParameterizedTest
	@MethodSource("databases")
	void aRowThatHasNothingEmbeddedIsAFile(RunningShapes database) {
		Directory directory = empty(database, "cards");
		create(directory, "a", "x");
		database.jdbc()
			.execute(database.name().equals("MariaDB") ? "alter table card modify length integer null"
					: "alter table card alter column length drop not null");
		database.jdbc().execute("update card set bytes = null, length = null, device = null");
		RegularFile empty = find(directory, "a");
		assertThat(read(empty)).isEmpty();
		assertThat(read(empty.update(new FileChanges(source("filled"), null)))).isEqualTo("filled");
		assertThat(find(directory, "a").attributes().size()).isEqualTo(6);
	}

	private static String value(RunningShapes database, String sql) {
		return Objects.requireNonNull(database.jdbc().queryForObject(sql, String.class));
	}

}
