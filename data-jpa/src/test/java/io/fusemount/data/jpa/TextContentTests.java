package io.fusemount.data.jpa;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.ContentSource;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.RegularFile;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static io.fusemount.data.jpa.AbstractDirectoryTests.create;
import static io.fusemount.data.jpa.AbstractDirectoryTests.find;
import static io.fusemount.data.jpa.AbstractDirectoryTests.list;
import static io.fusemount.data.jpa.AbstractDirectoryTests.source;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Content that is text in the entity and UTF-8 in the file.
 */
class TextContentTests extends AbstractShapesTests {

	private static final String TEXT = "Grüße, Ω\uD83D\uDE00!\r\n";

	static Stream<Arguments> all() {
		return on("letters", "stories", "verses");
	}

	static Stream<Arguments> large() {
		return on("letters", "stories");
	}

	private static String read(RegularFile file) {
		int size = (int) file.attributes().size();
		ByteBuffer ranges = ByteBuffer.allocate(size + 1);
		int middle = size / 2;
		assertThat(file.content().read(0, ranges.limit(middle))).isEqualTo(middle);
		assertThat(file.content().read(middle, ranges.limit(size + 1))).isEqualTo(size - middle);
		ByteBuffer whole = ByteBuffer.allocate(size);
		file.content().readAll(whole::put);
		assertThat(whole.hasRemaining()).isFalse();
		assertThat(whole.flip()).isEqualTo(ranges.flip());
		return StandardCharsets.UTF_8.decode(whole).toString();
	}

	@ParameterizedTest
	@MethodSource("all")
	@Semantics("Content that is text in the application is a file in UTF-8, and its size counts bytes.")
	void textIsAFileInUtf8(RunningShapes database, String path) {
		Directory directory = empty(database, path);
		RegularFile created = create(directory, "a", TEXT);
		long bytes = TEXT.getBytes(StandardCharsets.UTF_8).length;
		assertThat(created.attributes().size()).isEqualTo(bytes);
		assertThat(read(created)).isEqualTo(TEXT);
		RegularFile found = find(directory, "a");
		assertThat(found.attributes().size()).isEqualTo(bytes);
		assertThat(found.measured().attributes().size()).isEqualTo(bytes);
		assertThat(read(found)).isEqualTo(TEXT);
		RegularFile updated = found.update(new FileChanges(source("ß"), null));
		assertThat(read(updated)).isEqualTo("ß");
		RegularFile renamed = directory.rename(updated, new Name("b"), null);
		assertThat(read(renamed)).isEqualTo("ß");
		RegularFile other = create(directory, "c", TEXT);
		assertThat(read(directory.rename(other, new Name("b"), find(directory, "b")))).isEqualTo(TEXT);
		assertThat(read(create(directory, "empty", ""))).isEmpty();
		assertThat(list(directory)).containsOnlyKeys("b", "empty");
	}

	@ParameterizedTest
	@MethodSource("all")
	void textWithoutASizeIsMeasured(RunningShapes database, String path) {
		Directory directory = empty(database, path);
		create(directory, "a", TEXT);
		database.jdbc().update("update " + table(path) + " set size = 0");
		long bytes = TEXT.getBytes(StandardCharsets.UTF_8).length;
		assertThat(find(directory, "a").attributes().size()).isEqualTo(bytes);
		RegularFile listed = Objects.requireNonNull(list(directory).get("a"));
		assertThat(listed.attributes().size()).isEqualTo(bytes);
		assertThat(read(listed.measured())).isEqualTo(TEXT);
	}

	@ParameterizedTest
	@MethodSource("all")
	@Semantics("Bytes that are not UTF-8 end with EILSEQ where the content is text, and the file stays as it was.")
	void bytesThatAreNoTextAreRefused(RunningShapes database, String path) {
		Directory directory = empty(database, path);
		RegularFile file = create(directory, "a", TEXT);
		for (byte[] bytes : new byte[][] { { 'a', (byte) 0xff }, { (byte) 0xc3 },
				{ (byte) 0xed, (byte) 0xa0, (byte) 0x80 } }) {
			ContentSource source = bytes(bytes);
			assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> file.update(new FileChanges(source, null)))
				.withMessageContaining("not in UTF-8")
				.satisfies((ex) -> assertThat(ex.errno()).isEqualTo(Errno.EILSEQ));
			assertThatExceptionOfType(ErrnoException.class)
				.isThrownBy(() -> directory.create(new Name("b"), new FileChanges(source, null)));
		}
		assertThat(read(find(directory, "a"))).isEqualTo(TEXT);
		assertThat(list(directory)).containsOnlyKeys("a");
	}

	@ParameterizedTest
	@MethodSource("all")
	void nulIsKeptOrRefusedInWords(RunningShapes database, String path) {
		Directory directory = empty(database, path);
		if (!path.equals("verses") || !database.name().equals("PostgreSQL")) {
			assertThat(read(create(directory, "a", "a\0b"))).isEqualTo("a\0b");
			assertThat(read(find(directory, "a"))).isEqualTo("a\0b");
			return;
		}
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> create(directory, "a", "a\0b"))
			.withMessageContaining("cannot keep all characters")
			.satisfies((ex) -> assertThat(ex.errno()).isEqualTo(Errno.EILSEQ));
	}

	@ParameterizedTest
	@MethodSource("databases")
	void textThatIsTooLongIsRefused(RunningShapes database) {
		Directory directory = empty(database, "verses");
		assertThat(read(create(directory, "a", "Ω".repeat(20)))).isEqualTo("Ω".repeat(20));
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> create(directory, "b", "Ω".repeat(21)))
			.withMessageContaining("holds 20 characters, not 21")
			.satisfies((ex) -> assertThat(ex.errno()).isEqualTo(Errno.EFBIG));
	}

	/** Whichever buffer the driver has, one of the characters is at its edge. */
	@ParameterizedTest
	@MethodSource("large")
	void largeTextKeepsEachCharacter(RunningShapes database, String path) {
		Directory directory = empty(database, path);
		String pair = "\uD83D\uDE00".repeat(200_000);
		for (String text : List.of(pair, "x" + pair)) {
			RegularFile file = create(directory, "a", text);
			assertThat(read(file).equals(text)).isTrue();
			RegularFile copy = create(directory, "b", "");
			RegularFile moved = directory.rename(file, new Name("b"), copy);
			assertThat(read(moved).equals(text)).isTrue();
			directory.delete(moved);
		}
	}

	@ParameterizedTest
	@MethodSource("large")
	void renamingLeavesNoLargeObjectBehind(RunningShapes database, String path) {
		if (!database.name().equals("PostgreSQL")) {
			return;
		}
		Directory directory = empty(database, path);
		long before = largeObjects(database);
		RegularFile file = create(directory, "a", TEXT).update(new FileChanges(source("other"), null));
		RegularFile renamed = directory.rename(file, new Name("b"), null);
		assertThat(largeObjects(database)).isEqualTo(before + 1);
		directory.delete(renamed);
		assertThat(largeObjects(database)).isEqualTo(before);
	}

	private static long largeObjects(RunningShapes database) {
		return Objects
			.requireNonNull(database.jdbc().queryForObject("select count(*) from pg_largeobject_metadata", Long.class));
	}

	private static String table(String path) {
		return path.equals("stories") ? "story" : path.substring(0, path.length() - 1);
	}

	private static ContentSource bytes(byte[] bytes) {
		return new ContentSource() {

			@Override
			public long size() {
				return bytes.length;
			}

			@Override
			public java.io.InputStream openStream() {
				return new java.io.ByteArrayInputStream(bytes);
			}

		};
	}

}
