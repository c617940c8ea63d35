package io.fusemount.conformance.programs;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: the directory can contain a database of SQLite. The journal is a row, too: a
 * database that was left by a killed program needs it.
 */
abstract class ProgramsDatabaseKit extends SaveKit {

	@BeforeEach
	void existing() {
		assumeInstalled("sqlite3");
		sh("sqlite3 x.db 'create table t(a integer primary key, b text)'");
		rows().forget();
	}

	@Test
	void commits() {
		Object id = rows().id("x.db");
		// openat("x.db-journal", O_RDWR|O_CREAT); pwrite64; fdatasync; pwrite64;
		// fdatasync;
		// pwrite64("x.db"); fdatasync("x.db"); close; unlink("x.db-journal")
		for (int i = 0; i < 5; i++) {
			sh("sqlite3 x.db \"insert into t(b) values ('row')\"");
		}
		assertThat(sh("sqlite3 x.db 'select count(*) from t; pragma integrity_check'")).isEqualTo("5\nok\n");
		assertThat(rows().id("x.db")).isEqualTo(id);
		assertRowsNow("x.db");
		assertLeft("x.db");
		assertThat(rows().stored()).isSubsetOf("x.db", "x.db-journal");
		// Journal, its header, database, removal of the journal.
		assertCommitsAtMost(5 * 4);
	}

	@Test
	void commitsMuchAtOnce() {
		sh("sqlite3 x.db 'begin; with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000)"
				+ " insert into t(b) select hex(randomblob(50)) from n; commit; vacuum'");
		assertThat(sh("sqlite3 x.db 'select count(*) from t; pragma integrity_check'")).isEqualTo("20000\nok\n");
		assertRowsNow("x.db");
	}

	@Test
	void rollsBack() {
		sh("sqlite3 x.db \"begin; insert into t(b) values ('row'); rollback\"");
		assertThat(sh("sqlite3 x.db 'select count(*) from t; pragma integrity_check'")).isEqualTo("0\nok\n");
		assertLeft("x.db");
	}

	@Test
	void rollsBackWhatADeadProgramLeft() {
		sh("sqlite3 x.db \"insert into t(b) values ('kept')\"");
		// The cache is so small that pages are written before the commit; then the
		// program is killed.
		shell().run("(echo 'pragma cache_size = 5; pragma cache_spill = 5; begin;'; "
				+ "echo \"with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000)"
				+ " insert into t(b) select hex(randomblob(50)) from n;\"; echo '.shell kill -9 $PPID') | sqlite3 x.db");
		assertThat(sh("sqlite3 x.db 'select b from t; pragma integrity_check'")).isEqualTo("kept\nok\n");
		assertRowsNow("x.db");
	}

	@Test
	void severalProgramsTakeTurns() {
		// flock and fcntl work between programs.
		sh("for i in 1 2 3 4; do (for j in 1 2 3 4 5; do"
				+ " sqlite3 -cmd '.timeout 50000' x.db \"insert into t(b) values ('row')\" || exit 1; done) & pids=\"$pids $!\";"
				+ " done; for pid in $pids; do wait $pid || exit 1; done");
		assertThat(sh("sqlite3 x.db 'select count(*) from t; pragma integrity_check'")).isEqualTo("20\nok\n");
	}

	@Test
	void writesAheadOfTheDatabase() {
		sh("sqlite3 x.db 'pragma journal_mode = wal; insert into t(b) values (1)' \"insert into t(b) values ('row')\"");
		assertThat(sh("sqlite3 x.db 'select count(*) from t; pragma integrity_check'")).isEqualTo("2\nok\n");
		assertRowsNow("x.db");
	}

}
