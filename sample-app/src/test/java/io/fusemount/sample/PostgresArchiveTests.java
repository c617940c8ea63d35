package io.fusemount.sample;

import java.io.IOException;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The archive on PostgreSQL, where content is in large objects.
 */
class PostgresArchiveTests extends AbstractArchiveTests {

	private EmbeddedPostgres server;

	@Override
	@BeforeAll
	void start() throws IOException {
		this.server = EmbeddedPostgres.start();
		super.start();
	}

	@Override
	String[] database() {
		return new String[] { "--spring.profiles.active=postgres",
				"--spring.datasource.url=" + this.server.getJdbcUrl("postgres", "postgres"),
				"--spring.datasource.username=postgres" };
	}

	@Test
	void changesContentWhereItIs() {
		this.archive.shell().check("yes | head -c 300000 > documents/large.txt");
		String object = "select content from document where name = 'large.txt'";
		JdbcTemplate jdbc = new JdbcTemplate(this.server.getPostgresDatabase());
		Long before = jdbc.queryForObject(object, Long.class);
		this.archive.shell().check("printf X | dd of=documents/large.txt bs=1 seek=200000 conv=notrunc status=none");
		assertThat(jdbc.queryForObject(object, Long.class)).isEqualTo(before);
		assertThat(this.archive.shell().check("grep -c X documents/large.txt; rm documents/large.txt").strip())
			.isEqualTo("1");
	}

	/** Covers content deleted or replaced by a program and by a browser. */
	@AfterEach
	void noLargeObjectIsOrphaned() {
		JdbcTemplate jdbc = new JdbcTemplate(this.server.getPostgresDatabase());
		assertThat(jdbc.queryForList("select oid from pg_largeobject_metadata", Long.class))
			.containsExactlyInAnyOrderElementsOf(
					jdbc.queryForList("select content from document union all select content from invoice"
							+ " union all select content from letter", Long.class));
	}

	@Override
	@AfterAll
	void stop() throws IOException {
		try {
			super.stop();
		}
		finally {
			this.server.close();
		}
	}

}
