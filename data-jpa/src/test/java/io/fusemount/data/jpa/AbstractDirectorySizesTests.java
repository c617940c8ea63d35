package io.fusemount.data.jpa;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.RegularFile;
import io.fusemount.data.jpa.mapping.DetectionStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What becomes of sizes that do not fit the content, or are not there.
 */
abstract class AbstractDirectorySizesTests extends AbstractDirectoryTests {

	private final Logger logger = (Logger) LoggerFactory.getLogger("io.fusemount.data.jpa.directory.RowMeasure");

	private final ListAppender<ILoggingEvent> log = new ListAppender<>();

	@BeforeEach
	void listen() {
		this.log.start();
		this.logger.addAppender(this.log);
	}

	@AfterEach
	void leave() {
		this.logger.detachAppender(this.log);
	}

	/** Whether the database goes through the content for its length. */
	abstract boolean isLengthCostly();

	/** Lets the column of the invoices' sizes be null, or not. */
	abstract String nullable(boolean nullable);

	@Test
	void listingMeasuresWhatHasNoSizeByItsOwnStatement() {
		Directory directory = directory("archive/invoices");
		for (int i = 0; i < PAGE_SIZE; i++) {
			create(directory, "file" + i, "x".repeat(i));
		}
		this.jdbc.execute("update invoice set size = 0 where number <> 'file3'");
		this.jdbc.execute("update invoice set size = -7 where number = 'file2'");
		this.statements.clear();
		assertThat(list(directory).values()).extracting((file) -> file.attributes().size())
			.containsExactly(0L, 1L, 2L, 3L, 4L);
		assertThat(this.statements.all()).hasSize(1);
	}

	@Test
	void sizeThatIsNullIsThatOfTheContent() {
		RegularFile note = create(directory("notes"), "a", "content");
		create(directory("notes"), "b", "");
		this.jdbc.execute("update notes set length = null");
		assertThat(list(directory("notes")).values()).extracting((file) -> file.attributes().size())
			.containsExactlyInAnyOrder(7L, 0L);
		RegularFile found = find(directory("notes"), "a");
		assertThat(found.attributes().size()).isEqualTo(7);
		// Without a version, size and time have to do.
		assertThat(found.isSameVersion(note)).isTrue();
		assertThat(read(found.update(new FileChanges(source("changed"), null)))).isEqualTo("changed");
		assertThat(this.jdbc.queryForObject("select length from notes where order_name = 'a'", Long.class))
			.isEqualTo(7);
	}

	@Test
	void rowsWithoutContentAreEmpty() {
		create(directory("documents"), "a", "");
		this.jdbc.execute("update document set data = null, content_length = 5");
		RegularFile listed = list(directory("documents")).get("a");
		assertThat(Objects.requireNonNull(listed).measured().attributes().size()).isZero();
	}

	@Test
	void openingCostsOneStatementWhereALookupHasNotMeasured() {
		Directory directory = directory("archive/invoices");
		RegularFile created = create(directory, "a", "content");
		assertThat(count(0, created::measured)).isSameAs(created);
		RegularFile found = count(1, () -> find(directory, "a"));
		RegularFile measured = count(isLengthCostly() ? 1 : 0, found::measured);
		assertThat(count(0, measured::measured)).isSameAs(measured);
		RegularFile listed = Objects.requireNonNull(list(directory).get("a"));
		RegularFile opened = count(1, listed::measured);
		assertThat(opened.attributes().size()).isEqualTo(7);
		assertThat(opened.isSameVersion(created)).isTrue();
		assertThat(opened.contentVersion()).isEqualTo(created.contentVersion());
	}

	@Test
	void aVersionThatIsGoneIsNotMeasured() {
		create(directory("archive/invoices"), "a", "content");
		RegularFile listed = Objects.requireNonNull(list(directory("archive/invoices")).get("a"));
		listed.update(new FileChanges(source("other"), null));
		assertThat(errno(listed::measured)).isEqualTo(io.fusemount.core.errno.Errno.ESTALE);
	}

	@Test
	void theLogSaysOncePerDirectoryHowToFillTheColumn() {
		Directory directory = restarted();
		create(directory, "a", "content");
		create(directory, "b", "more content");
		this.jdbc.execute("update invoice set size = 4711");
		list(directory).values().forEach((file) -> assertThat(read(file.measured())).doesNotContain("\0"));
		list(directory).values().forEach(RegularFile::measured);
		assertThat(this.log.list).singleElement().satisfies((event) -> {
			assertThat(event.getFormattedMessage()).contains("'archive/invoices'", "has 4711 noted for",
					"The next commit of a file mends its size");
			Matcher update = Pattern.compile("UPDATE .*").matcher(event.getFormattedMessage());
			assertThat(update.find()).isTrue();
			this.jdbc.execute(update.group());
		});
		assertThat(sizes()).containsExactly(7L, 12L);
	}

	@Test
	void aSizeThatIsNullMendsItselfThoughThePropertyIsPrimitive() {
		Directory directory = directory("archive/invoices");
		create(directory, "a", "content");
		create(directory, "b", "other");
		create(directory, "c", "deleted");
		this.jdbc.execute(nullable(true));
		try {
			this.jdbc.execute("update invoice set size = null");
			find(directory, "a").measured().update(new FileChanges(source("content!"), null));
			directory.rename(find(directory, "b"), new Name("d"), null);
			directory.delete(find(directory, "c"));
			assertThat(sizes()).containsExactly(8L, 5L);
			assertThat(read(find(directory, "a"))).isEqualTo("content!");
			this.jdbc.execute("update invoice set size = null");
			directory.rename(find(directory, "a"), new Name("d"), find(directory, "d"));
			assertThat(read(find(directory, "d"))).isEqualTo("content!");
			assertThat(sizes()).containsExactly(8L);
		}
		finally {
			this.jdbc.execute("update invoice set size = 0 where size is null");
			this.jdbc.execute(nullable(false));
		}
	}

	private List<Long> sizes() {
		return this.jdbc.queryForList("select size from invoice order by number", Long.class);
	}

	private <T> T count(int statements, Supplier<T> work) {
		this.statements.clear();
		T result = work.get();
		assertThat(this.statements.all()).hasSize(statements);
		return result;
	}

	/** The same directory as of an application that starts now. */
	private Directory restarted() {
		JpaSettings settings = new JpaSettings(DetectionStrategy.ANNOTATED, false, PAGE_SIZE, Duration.ofMinutes(1),
				64 << 20);
		return Objects.requireNonNull(
				new JpaDirectories(this.application.getBeanFactory(), settings, new DatabasePermits(1, Duration.ZERO))
					.directories()
					.get("archive/invoices"));
	}

}
