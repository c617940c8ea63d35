package io.fusemount.data.jpa;

import java.util.Objects;
import java.util.stream.StreamSupport;

import javax.sql.DataSource;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.RegularFile;
import io.fusemount.data.jpa.blob.EntityContent;
import io.fusemount.data.jpa.mapping.DetectionStrategy;
import io.fusemount.data.jpa.mapping.FileMapping;
import io.fusemount.data.jpa.mapping.FileMappings;
import io.fusemount.data.jpa.support.Postgres;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Large objects of PostgreSQL that are gone, or that the application's user may not read.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PostgresUnreadableContentTests extends AbstractDirectoryTests {

	private RunningDirectories running;

	/** The superuser. */
	private JdbcTemplate owner;

	@BeforeAll
	void start() {
		String url = Postgres.createDatabase("unreadable");
		this.owner = new JdbcTemplate(new DriverManagerDataSource(url));
		this.owner.execute("create role clerk login");
		this.owner.execute("grant all on schema public to clerk");
		this.running = new RunningDirectories(url.replaceAll("user=[^&]*", "user=clerk"));
	}

	@AfterAll
	void stop() {
		this.running.close();
	}

	@Override
	RunningDirectories running() {
		return this.running;
	}

	@Test
	void contentThatCannotBeReadFailsNoListing() {
		assertThat(new JdbcTemplate(this.application.getBean(DataSource.class)).queryForObject("select user",
				String.class))
			.isEqualTo("clerk");
		Directory directory = directory("archive/invoices");
		create(directory, "missing", "content");
		create(directory, "foreign", "content");
		create(directory, "granted", "content");
		create(directory, "own", "content");
		this.owner.execute("update invoice set size = 0");
		this.owner.execute("update invoice set document = 4294967295 where number = 'missing'");
		this.owner.execute("update invoice set document = lo_from_bytea(0, 'secret') where number = 'foreign'");
		Long granted = Objects
			.requireNonNull(this.owner.queryForObject("select lo_from_bytea(0, 'shared bytes')", Long.class));
		this.owner.update("update invoice set document = ? where number = 'granted'", granted);
		this.owner.execute("grant select on large object " + granted + " to public");
		assertThat(list(directory)).hasSize(4);
		assertThat(list(directory).values()).extracting((file) -> file.attributes().size())
			.containsExactly(0L, 0L, 12L, 7L);
		for (String name : new String[] { "missing", "foreign" }) {
			RegularFile found = find(directory, name);
			assertThat(found.attributes().size()).isZero();
			// Not an empty file.
			assertThat(failure(found::measured)).hasMessageContaining("no longer in the database")
				.extracting(ErrnoException::errno)
				.isEqualTo(Errno.EIO);
		}
		assertThat(read(find(directory, "granted").measured())).isEqualTo("shared bytes");
	}

	@Test
	void adviceOnSizesWorksWhereALargeObjectIsMissing() {
		Directory directory = directory("archive/invoices");
		create(directory, "gone", "content");
		create(directory, "there", "content");
		this.owner.execute("update invoice set size = 4711");
		this.owner.execute("update invoice set document = 4294967295 where number = 'gone'");
		FileMapping invoices = StreamSupport
			.stream(FileMappings.detect(this.application.getBeanFactory(), DetectionStrategy.ANNOTATED, false)
				.spliterator(), false)
			.filter((mapping) -> mapping.path().equals("archive/invoices"))
			.findFirst()
			.orElseThrow();
		String advice = new EntityContent(invoices.entity(), 1 << 20).adviseOnSizes();
		this.owner.execute(advice.substring(advice.indexOf("UPDATE")));
		assertThat(this.owner.queryForList("select size from invoice where number in ('gone', 'there') order by number",
				Long.class))
			.containsExactly(0L, 7L);
		this.owner.execute("delete from invoice");
	}

}
