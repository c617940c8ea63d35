package io.fusemount.data.jpa;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.node.SmallFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Small files that are read together.
 */
abstract class AbstractDirectoryTogetherTests extends AbstractDirectoryTests {

	private static final int MAX_BYTES = 100;

	@ParameterizedTest
	@CsvSource(textBlock = """
			# path             | whether names are unique
			archive/invoices,  true
			documents,         false
			""")
	void oneStatementReadsThemAll(String path, boolean unique) {
		Directory directory = directory(path);
		for (int i = 0; i < 10; i++) {
			create(directory, "file" + i, "content".repeat(i));
		}
		List<RegularFile> files = new ArrayList<>(list(directory).values());
		this.statements.clear();
		Map<NodeKey, SmallFile> read = read(directory, files);
		assertThat(this.statements.all()).hasSize(1);
		assertThat(read).hasSize(10);
		for (int i = 0; i < 10; i++) {
			RegularFile found = find(directory, "file" + i);
			SmallFile small = Objects.requireNonNull(read.get(found.key()));
			assertThat(content(small)).isEqualTo("content".repeat(i));
			assertThat(small.file().isMeasured()).isTrue();
			assertThat(small.file().attributes().size()).isEqualTo(7 * i);
			assertThat(small.file().isSameVersion(found)).isTrue();
			assertThat(small.file().contentVersion()).isEqualTo(found.contentVersion());
			assertThat(small.named()).isEqualTo(unique);
		}
	}

	@Test
	void whatIsNoLongerWhatItWasIsLeftOut() {
		Directory directory = directory("archive/invoices");
		RegularFile kept = create(directory, "kept", "content");
		RegularFile updated = create(directory, "updated", "content");
		RegularFile renamed = create(directory, "renamed", "content");
		RegularFile deleted = create(directory, "deleted", "content");
		updated.update(new FileChanges(source("changed"), null));
		directory.rename(renamed, new Name("other"), null);
		directory.delete(deleted);
		assertThat(read(directory, List.of(kept, updated, renamed, deleted))).containsOnlyKeys(kept.key());
	}

	@Test
	void aNameThatChangesWithoutAVersionIsNotTakenForTrue() {
		Directory directory = directory("archive/invoices");
		RegularFile file = create(directory, "file", "content");
		this.jdbc.execute("update invoice set number = 'other'");
		assertThat(read(directory, List.of(file)).values()).singleElement()
			.satisfies((small) -> assertThat(small.named()).isFalse());
	}

	@Test
	void whatIsLargerThanItMayBeOrIsNotedToBeIsLeftOut() {
		Directory directory = directory("archive/invoices");
		create(directory, "largest", "x".repeat(MAX_BYTES));
		create(directory, "larger", "x".repeat(MAX_BYTES + 1));
		create(directory, "misnoted", "x".repeat(MAX_BYTES + 1));
		this.jdbc.execute("update invoice set size = 10 where number = 'misnoted'");
		Map<String, RegularFile> listed = list(directory);
		RegularFile largest = Objects.requireNonNull(listed.get("largest"));
		assertThat(read(directory, List.copyOf(listed.values()))).containsOnlyKeys(largest.key());
	}

	@Test
	void theTrueLengthComesAlong() {
		Directory directory = directory("archive/invoices");
		create(directory, "large", "x".repeat(50));
		RegularFile small = create(directory, "small", "content");
		this.jdbc.execute("update invoice set size = 11 where number = 'small'");
		Map<NodeKey, SmallFile> read = read(directory, List.copyOf(list(directory).values()));
		SmallFile measured = Objects.requireNonNull(read.get(small.key()));
		assertThat(content(measured)).isEqualTo("content");
		assertThat(measured.file().attributes().size()).isEqualTo(7);
	}

	@Test
	void oneFileComesWhateverSizeIsNoted() {
		Directory directory = directory("archive/invoices");
		create(directory, "file", "content");
		this.jdbc.execute("update invoice set size = 3");
		assertThat(read(directory, List.copyOf(list(directory).values())).values()).singleElement()
			.satisfies((small) -> assertThat(content(small)).isEqualTo("content"));
	}

	@Test
	void rowsWithoutContentAreEmpty() {
		Directory directory = directory("documents");
		create(directory, "a", "");
		this.jdbc.execute("update document set data = null, content_length = 5");
		assertThat(read(directory, List.copyOf(list(directory).values())).values()).singleElement()
			.satisfies((small) -> assertThat(content(small)).isEmpty());
	}

	private static Map<NodeKey, SmallFile> read(Directory directory, List<RegularFile> files) {
		Map<NodeKey, SmallFile> read = new HashMap<>();
		directory.readTogether(files, MAX_BYTES).forEach((small) -> read.put(small.file().key(), small));
		return read;
	}

	private static String content(SmallFile small) {
		return StandardCharsets.UTF_8.decode(small.content()).toString();
	}

}
