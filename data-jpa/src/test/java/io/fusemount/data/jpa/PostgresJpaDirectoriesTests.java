package io.fusemount.data.jpa;

import io.fusemount.core.name.Name;
import io.fusemount.core.node.RegularFile;
import io.fusemount.data.jpa.support.Postgres;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Directories on PostgreSQL.
 */
class PostgresJpaDirectoriesTests extends AbstractJpaDirectoriesTests {

	@Override
	String databaseUrl() {
		return Postgres.createDatabase("directories");
	}

	@Override
	int locks() {
		return 1;
	}

	@Override
	int separate() {
		return 1;
	}

	/** Those of other columns are the application's own affair. */
	@BeforeEach
	void noLargeObjectIsLeft() {
		running().jdbc().queryForList("select lo_unlink(oid) from pg_largeobject_metadata");
	}

	@AfterEach
	void noLargeObjectIsOrphaned() {
		Integer all = running().jdbc().queryForObject("select count(*) from pg_largeobject_metadata", Integer.class);
		Integer referenced = running().jdbc()
			.queryForObject(
					"select (select count(document) from invoice) + "
							+ "(select count(thumbnail) from invoice) + (select count(note_content) from notes)",
					Integer.class);
		assertThat(all).isEqualTo(referenced);
	}

	@Override
	long maxDocumentBytes() {
		return RunningDirectories.MAX_IN_MEMORY;
	}

	@Override
	long maxAllocatedBytes(long size) {
		return size / 2;
	}

	@Nested
	class LargeObjects extends AbstractDirectoryTests {

		@Override
		RunningDirectories running() {
			return PostgresJpaDirectoriesTests.this.running();
		}

		@Test
		void renameAndUpdatesOfOtherColumnsLeaveTheLargeObjectAlone() {
			RegularFile file = create(directory("archive/invoices"), "a", "content");
			Long oid = oid();
			directory("archive/invoices").rename(file, new Name("b"), null);
			inTransaction(() -> invoices().findByNumber("b").orElseThrow().setCustomer("ACME"));
			assertThat(oid()).isEqualTo(oid);
		}

		@Test
		void replacingMovesTheLargeObject() {
			RegularFile source = create(directory("archive/invoices"), "a", "new");
			Long oid = oid();
			RegularFile replaced = create(directory("archive/invoices"), "b", "old");
			directory("archive/invoices").rename(source, new Name("b"), replaced);
			assertThat(oid()).isEqualTo(oid);
		}

		private @Nullable Long oid() {
			return this.jdbc.queryForObject("select document from invoice", Long.class);
		}

	}

}
