package io.fusemount.conformance.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import io.fusemount.conformance.directory.DirectoryKit;
import io.fusemount.conformance.shell.Shell;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: programs that were written to find filesystems that lose bytes find no loss
 * here. The system property {@code fusemount.stress} multiplies their work; the seeds are
 * fixed.
 */
@Timeout(3600)
abstract class ProgramsStressKit extends DirectoryKit {

	private static final int FACTOR = Integer.getInteger("fusemount.stress", 1);

	/** All operations of fsx, including those with {@code mmap}. */
	private static final String FSX = """
			flen = 262144
			[opsize]
			max = 65536
			[weights]
			close_open = 1
			invalidate = 1
			read = 10
			write = 10
			mapread = 10
			mapwrite = 10
			truncate = 5
			fsync = 1
			fdatasync = 1
			posix_fallocate = 2
			punch_hole = 2
			sendfile = 3
			posix_fadvise = 1
			copy_file_range = 3
			""";

	@TempDir
	Path elsewhere;

	@ParameterizedTest
	@ValueSource(ints = { 1, 2 })
	void fsxFindsNoDifference(int seed) throws IOException {
		assumeInstalled("fsx");
		Path configuration = Files.writeString(this.elsewhere.resolve("fsx.toml"), FSX);
		// fsx -N 1000 -S 1 -f fsx.toml -P elsewhere fsx.bin
		patiently("fsx -q -N " + 1000 * FACTOR + " -S " + seed + " -f " + configuration + " -P " + this.elsewhere
				+ " fsx.bin");
	}

	@ParameterizedTest
	@ValueSource(strings = { "psync --rw=randwrite --bs=4k", "psync --rw=randrw --bsrange=1k-64k --fsync=32",
			"mmap --rw=randwrite --bs=4k" })
	void fioFindsEveryBlockAsItWasWritten(String engine) {
		assumeInstalled("fio");
		// fio --rw=randwrite --verify=crc32c --numjobs=3 ...
		String output = patiently("fio --name=verify --directory=. --size=" + FACTOR + "m --numjobs=3 --verify=crc32c"
				+ " --verify_fatal=1 --verify_state_save=0 --randseed=42 --group_reporting --ioengine=" + engine);
		assertThat(output).contains("err= 0");
	}

	@ParameterizedTest
	@ValueSource(strings = { "delete", "truncate", "persist", "memory" })
	void databaseOfSqliteStaysSound(String journal) {
		assumeInstalled("sqlite3");
		sh("sqlite3 db 'pragma journal_mode = " + journal + "; create table t (id integer primary key, c blob)'");
		// Each statement is a transaction with its own journal and fsync; two processes
		// take turns by locks.
		patiently("insert() { for i in $(seq " + 20 * FACTOR
				+ "); do echo \"insert into t (c) values (randomblob(3000));"
				+ " update t set c = randomblob(5000) where id % 7 = $i % 7; delete from t where id % 11 = $i % 11;\";"
				+ " done | sqlite3 -cmd '.timeout 60000' -cmd 'pragma journal_mode = " + journal
				+ "' -bail db > /dev/null; }; insert & first=$!; insert && wait $first");
		assertThat(sh("sqlite3 db 'pragma integrity_check'")).isEqualTo("ok\n");
		assertThat(sh("cp db " + this.elsewhere + "/ && sqlite3 " + this.elsewhere + "/db 'pragma integrity_check'"))
			.isEqualTo("ok\n");
	}

	@Test
	void databaseOfSqliteRollsBackAfterAKill() {
		assumeInstalled("sqlite3");
		sh("sqlite3 db 'create table t (c blob); insert into t values (1), (2)'");
		// Spilling the cache writes to the database within the transaction.
		shell().run("(echo 'pragma cache_size = 1; begin; update t set c = randomblob(100000);"
				+ " insert into t select randomblob(100000) from t; insert into t select randomblob(100000) from t;';"
				+ " echo '.shell kill -9 $PPID') | sqlite3 -bail db");
		assertThat(sh("test -e db-journal && sqlite3 db 'pragma integrity_check; select c from t order by c'"))
			.isEqualTo("ok\n1\n2\n");
	}

	@Test
	void filesThatComeAndGoLeaveNothing() {
		int rounds = 40 * FACTOR;
		patiently("work() { for i in $(seq " + rounds + "); do echo $i > $1-a && mv $1-a $1-b && cat $1-b > $1-c"
				+ " && exec 3< $1-b && rm $1-b && test \"$(cat <&3)\" = $i && exec 3<&- && rm $1-c || exit 1; done; };"
				+ " for p in 1 2 3 4; do work $p & pids=\"$pids $!\"; done; for p in $pids; do wait $p || exit 1; done");
		assertThat(names()).isEmpty();
	}

	private String patiently(String line) {
		return Shell.in(target().directory()).withTimeout(Duration.ofMinutes(2L + FACTOR)).check(line);
	}

}
