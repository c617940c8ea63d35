package io.fusemount.data.jpa;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

import io.fusemount.conformance.blob.PatternContent;
import io.fusemount.conformance.blob.PatternPatch;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.ByteRange;
import io.fusemount.core.node.ContentPatch;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.RegularFile;
import io.fusemount.data.jpa.mapping.DetectionStrategy;
import io.fusemount.data.jpa.spread.SpreadApplication;
import io.fusemount.data.jpa.support.Postgres;
import io.fusemount.data.jpa.support.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Content in other tables than the one with the id, on PostgreSQL.
 */
@TestInstance(Lifecycle.PER_CLASS)
class PostgresSpreadTests {

	private ConfigurableApplicationContext application;

	private JpaDirectories directories;

	private JdbcTemplate jdbc;

	@BeforeAll
	void start() {
		this.application = TestDatabase.start(Postgres.createDatabase("spread"), SpreadApplication.class);
		this.jdbc = new JdbcTemplate(this.application.getBean(javax.sql.DataSource.class));
		JpaSettings settings = new JpaSettings(DetectionStrategy.ANNOTATED, false, 10, Duration.ofMinutes(1), 64 << 20);
		this.directories = new JpaDirectories(this.application.getBeanFactory(), settings,
				new DatabasePermits(4, Duration.ofSeconds(10)));
	}

	@AfterAll
	void stop() {
		this.application.close();
	}

	@BeforeEach
	void empty() {
		for (String path : List.of("contracts", "reports", "plans")) {
			directory(path).list(null).entries().forEach((entry) -> directory(path).delete((RegularFile) entry.node()));
		}
	}

	@Test
	void largeObjectOfAJoinedTableIsPatched() {
		PatternContent content = new PatternContent(1, 100_000);
		RegularFile file = create("contracts", content);
		Integer version = version();
		RegularFile patched = file.update(new FileChanges(patch(content, 100_010), null));
		assertThat(patched.attributes().size()).isEqualTo(100_010);
		assertThat(version()).isEqualTo(version + 1);
		assertThat(this.jdbc.queryForObject("select get_byte(lo_get(scan, 5, 1), 0)::int from contract", Integer.class))
			.isEqualTo(new PatternContent(2, 100).at(5) & 0xff);
	}

	@Test
	void versionMovesThoughNothingElseOfTheRowDoes() {
		PatternContent content = new PatternContent(1, 100_000);
		RegularFile file = create("contracts", content);
		Integer version = version();
		RegularFile patched = file.update(new FileChanges(patch(content, 100_000), null));
		assertThat(version()).isEqualTo(version + 1);
		assertThat(patched.isSameVersion(file)).isFalse();
		assertThat(find("contracts").isSameVersion(patched)).isTrue();
		RegularFile again = patched.update(new FileChanges(patch(content, 100_000), null));
		assertThat(version()).isEqualTo(version + 2);
		assertThat(find("contracts").isSameVersion(again)).isTrue();
	}

	@Test
	void contentThatMayHaveChangedUnnoticedIsReplacedAsAWhole() {
		PatternContent content = new PatternContent(1, 100_000);
		RegularFile file = create("plans", content);
		file.update(new FileChanges(new PatternContent(3, 100_000), null));
		assertThat(file.isPatchable()).isFalse();
		ContentPatch patch = patch(content, 100_000);
		file.update(new FileChanges(patch, null));
		ByteBuffer stored = ByteBuffer.allocate(100_000);
		assertThat(find("plans").content().read(0, stored)).isEqualTo(100_000);
		assertThat(stored.get(5)).isEqualTo(new PatternContent(2, 100).at(5));
		assertThat(stored.get(50)).as("no mixture").isEqualTo(content.at(50));
	}

	@Test
	void validationSeesPatchedBytesAndRefusesThem() {
		PatternContent content = new PatternContent(1, 100_000);
		RegularFile file = create("contracts", content);
		long seed = 2;
		while (new PatternContent(seed, 1).at(0) != 'M') {
			seed++;
		}
		ContentPatch program = new PatternPatch(content, new PatternContent(seed, 99_000), 99_000,
				List.of(new ByteRange(0, 10)));
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> file.update(new FileChanges(program, null)))
			.satisfies((failure) -> assertThat(failure.errno()).isEqualTo(Errno.EINVAL))
			.withMessageContaining("scan is a program");
		assertThat(find("contracts").isSameVersion(file)).isTrue();
		assertThat(this.jdbc.queryForObject("select get_byte(lo_get(scan, 0, 1), 0)::int from contract", Integer.class))
			.isEqualTo(content.at(0) & 0xff);
		assertThat(this.jdbc.queryForObject("select length(lo_get(scan)) from contract", Integer.class))
			.isEqualTo(100_000);
	}

	@Test
	void bytesOfASecondaryTableAreReadAsAWhole() {
		PatternContent content = new PatternContent(1, 3_000_000);
		RegularFile file = create("reports", content);
		long[] position = new long[1];
		file.content().readAll((piece) -> {
			while (piece.hasRemaining()) {
				assertThat(piece.get()).isEqualTo(content.at(position[0]++));
			}
		});
		assertThat(position[0]).isEqualTo(3_000_000);
	}

	@Test
	void contentVersionNeedsVersionAndTime() {
		assertThat(create("contracts", new PatternContent(1, 1)).contentVersion()).isNull();
		RegularFile report = create("reports", new PatternContent(1, 1));
		assertThat(report.contentVersion()).isNotNull().isEqualTo(find("reports").contentVersion());
		RegularFile changed = report.update(new FileChanges(new PatternContent(2, 1), null));
		assertThat(changed.contentVersion()).isEqualTo(find("reports").contentVersion())
			.isNotEqualTo(report.contentVersion());
		this.jdbc.update("update report set changed = changed + interval '1 second'");
		assertThat(find("reports").contentVersion()).isNotEqualTo(changed.contentVersion());
	}

	private static PatternPatch patch(PatternContent content, long size) {
		return new PatternPatch(content, new PatternContent(2, size), 100_000, List.of(new ByteRange(3, 10)));
	}

	private Directory directory(String path) {
		return Objects.requireNonNull(this.directories.directories().get(path));
	}

	private RegularFile create(String path, PatternContent content) {
		return directory(path).create(new Name("a"), new FileChanges(content, null));
	}

	private RegularFile find(String path) {
		return (RegularFile) Objects.requireNonNull(directory(path).find(new Name("a")));
	}

	private Integer version() {
		return Objects.requireNonNull(this.jdbc.queryForObject("select version from paper", Integer.class));
	}

}
