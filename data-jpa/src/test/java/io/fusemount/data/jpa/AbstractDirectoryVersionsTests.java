package io.fusemount.data.jpa;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.CommitWatch;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.RegularFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Versions and modification times, when programs and the application change the same
 * file.
 */
abstract class AbstractDirectoryVersionsTests extends AbstractDirectoryTests {

	private static final Instant LONG_AGO = Instant.parse("2001-02-03T04:05:06.789012Z");

	@ParameterizedTest
	@ValueSource(strings = { "archive/invoices", "documents" })
	void changeToAnotherVersionIsStaleAndChangesNothing(String path) {
		Directory directory = directory(path);
		RegularFile old = create(directory, "a", "old");
		RegularFile current = old.update(new FileChanges(source("current"), null));
		assertThat(errno(() -> read(old))).isEqualTo(Errno.ESTALE);
		assertThat(errno(() -> old.update(new FileChanges(source("x"), null)))).isEqualTo(Errno.ESTALE);
		assertThat(errno(() -> old.update(new FileChanges(null, LONG_AGO)))).isEqualTo(Errno.ESTALE);
		assertThat(errno(() -> directory.rename(old, new Name("b"), null))).isEqualTo(Errno.ESTALE);
		assertThat(errno(() -> directory.rename(create(directory, "c", ""), new Name("a"), old)))
			.isEqualTo(Errno.ESTALE);
		assertThat(read(find(directory, "a"))).isEqualTo("current");
		assertThat(find(directory, "a").isSameVersion(current)).isTrue();
	}

	/** The next process compares it with that of the row that it finds. */
	@ParameterizedTest
	@ValueSource(strings = { "notes", "archive/invoices" })
	void aVersionHasTheSameTextForWhoeverHasStoredItAndWhoeverFindsIt(String path) {
		RegularFile created = create(directory(path), "a", "content");
		assertThat(find(directory(path), "a").versionText()).isEqualTo(created.versionText());
		RegularFile updated = created.update(new FileChanges(source("changed"), null));
		assertThat(find(directory(path), "a").versionText()).isEqualTo(updated.versionText());
	}

	/** After a crash, the next process finds out by it what was committed. */
	@ParameterizedTest
	@ValueSource(strings = { "notes", "archive/invoices", "documents" })
	void beforeItsCommitATransactionTellsTheVersionThatIsFoundAfterIt(String path) {
		Directory directory = directory(path);
		RegularFile created = requireForeseen(directory, "a", () -> create(directory, "a", "content"));
		RegularFile updated = requireForeseen(directory, "a",
				() -> created.update(new FileChanges(source("changed"), null)));
		RegularFile both = requireForeseen(directory, "a",
				() -> updated.update(new FileChanges(source("again"), LONG_AGO)));
		RegularFile renamed = requireForeseen(directory, "b", () -> directory.rename(both, new Name("b"), null));
		RegularFile other = create(directory, "c", "other");
		requireForeseen(directory, "c", () -> directory.rename(renamed, new Name("c"), other));
	}

	@ParameterizedTest
	@ValueSource(strings = { "archive/invoices", "documents" })
	void theSameIsTrueOfATimeThatIsSet(String path) {
		Directory directory = directory(path);
		RegularFile created = create(directory, "a", "content");
		requireForeseen(directory, "a", () -> created.update(new FileChanges(null, LONG_AGO)));
	}

	private RegularFile requireForeseen(Directory directory, String name, Supplier<RegularFile> work) {
		List<String> told = new ArrayList<>();
		RegularFile stored = CommitWatch.during((key, versionText) -> told.add(key + " at " + versionText), work);
		RegularFile found = find(directory, name);
		assertThat(told).last().isEqualTo(found.key() + " at " + found.versionText());
		return stored;
	}

	@Test
	void oneOfTwoWritersWinsAndTheOtherIsStale() throws Exception {
		Directory directory = directory("archive/invoices");
		for (int round = 0; round < 10; round++) {
			RegularFile file = create(directory, "file" + round, "old");
			CyclicBarrier start = new CyclicBarrier(2);
			ExecutorService writers = Executors.newFixedThreadPool(2);
			try {
				List<Future<RegularFile>> answers = Stream.of("one", "two").map((text) -> writers.submit(() -> {
					start.await();
					return file.update(new FileChanges(source(text), null));
				})).toList();
				List<Object> results = answers.stream().map(this::result).toList();
				assertThat(results).filteredOn(Errno.ESTALE::equals).hasSize(1);
				RegularFile winner = (RegularFile) results.stream()
					.filter(RegularFile.class::isInstance)
					.findFirst()
					.orElseThrow();
				assertThat(find(directory, "file" + round).isSameVersion(winner)).isTrue();
				assertThat(read(winner)).isIn("one", "two");
			}
			finally {
				writers.shutdownNow();
			}
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "archive/invoices", "documents" })
	@Semantics("A modification time that is set is kept, whatever the application's auditing does.")
	void timeThatAProgramSetsWinsOverAuditing(String path) {
		Directory directory = directory(path);
		RegularFile created = directory.create(new Name("a"), new FileChanges(source("x"), LONG_AGO));
		assertThat(created.attributes().modified()).isEqualTo(LONG_AGO);
		assertThat(find(directory, "a").attributes()).isEqualTo(created.attributes());
		RegularFile updated = created.update(new FileChanges(source("y"), LONG_AGO.plusSeconds(1)));
		assertThat(find(directory, "a").attributes()).isEqualTo(updated.attributes());
		assertThat(updated.attributes().modified()).isEqualTo(LONG_AGO.plusSeconds(1));
		RegularFile touched = updated.update(new FileChanges(null, LONG_AGO.plusSeconds(2)));
		assertThat(find(directory, "a").attributes().modified()).isEqualTo(LONG_AGO.plusSeconds(2));
		assertThat(touched.isSameVersion(updated)).isTrue();
		assertThat(find(directory, "a").isSameVersion(touched)).isTrue();
		assertThat(directory.rename(touched, new Name("b"), null).attributes().modified())
			.isEqualTo(LONG_AGO.plusSeconds(2));
	}

	@Test
	void timeIsIgnoredWhereTheEntityHasNone() {
		RegularFile file = create(directory("notes"), "a", "x");
		assertThat(file.update(new FileChanges(null, LONG_AGO)).attributes()).isEqualTo(file.attributes());
	}

}
