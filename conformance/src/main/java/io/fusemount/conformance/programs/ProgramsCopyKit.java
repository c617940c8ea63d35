package io.fusemount.conformance.programs;

import java.nio.file.Path;

import io.fusemount.conformance.directory.DirectoryKit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: programs that copy and move files in and out, and delete them.
 */
abstract class ProgramsCopyKit extends DirectoryKit {

	@TempDir
	Path elsewhere;

	@BeforeEach
	void fillElsewhere() {
		sh("cd " + this.elsewhere + " && printf 'hello\\n' > a.txt && seq 100000 > numbers && : > empty"
				+ " && head -c 3000000 /dev/urandom > random && touch -d @1000000000 a.txt numbers empty random");
	}

	@Test
	void copiesIn() {
		// cp elsewhere/* .
		sh("cp " + this.elsewhere + "/* .");
		assertSame();
	}

	@Test
	void copiesInWithTimesAndModes() {
		// cp -p elsewhere/* .
		sh("cp -p " + this.elsewhere + "/* .");
		assertSame();
		assertThat(sh("stat -c %Y a.txt numbers empty random").lines()).containsOnly("1000000000");
	}

	@Test
	void copiesOverAndWithinTheDirectory() {
		sh("cp " + this.elsewhere + "/numbers a.txt");
		// cp elsewhere/a.txt a.txt
		sh("cp " + this.elsewhere + "/a.txt a.txt && cmp a.txt " + this.elsewhere + "/a.txt");
		// cp a.txt b.txt
		sh("cp a.txt b.txt && cmp a.txt b.txt");
		// cp --backup=simple b.txt a.txt
		sh("printf changed > b.txt && cp --backup=simple b.txt a.txt && test \"$(cat a.txt)\" = changed"
				+ " && test \"$(cat a.txt~)\" = hello");
	}

	@Test
	void copiesOut() {
		sh("cp " + this.elsewhere + "/* .");
		// cp -p * elsewhere/copy
		sh("mkdir " + this.elsewhere + "/copy && cp -p * " + this.elsewhere + "/copy && for f in *; do cmp $f "
				+ this.elsewhere + "/copy/$f || exit 1; done");
	}

	@Test
	void movesInAndOut() {
		// mv elsewhere/* .
		sh("mkdir " + this.elsewhere + "/kept && cp " + this.elsewhere + "/random " + this.elsewhere + "/kept/");
		sh("mv " + this.elsewhere + "/random " + this.elsewhere + "/a.txt .");
		sh("cmp random " + this.elsewhere + "/kept/random && test ! -e " + this.elsewhere + "/random");
		// mv random elsewhere
		sh("mv random " + this.elsewhere + " && cmp " + this.elsewhere + "/random " + this.elsewhere + "/kept/random");
		assertThat(names()).containsExactly("a.txt");
	}

	@Test
	void movesOntoAnExistingFile() {
		sh("cp " + this.elsewhere + "/a.txt " + this.elsewhere + "/numbers .");
		// mv numbers a.txt
		sh("mv numbers a.txt && cmp a.txt " + this.elsewhere + "/numbers");
		assertThat(names()).containsExactly("a.txt");
	}

	@Test
	void removes() {
		sh("cp " + this.elsewhere + "/* .");
		// rm a.txt; rm -f missing numbers; rm *
		sh("rm a.txt && rm -f missing numbers && rm *");
		assertThat(names()).isEmpty();
		shFails("rm a.txt", "No such file or directory");
	}

	@Test
	void synchronisesWithRsync() {
		assumeInstalled("rsync");
		// rsync -a elsewhere/ .
		sh("rsync -a " + this.elsewhere + "/ ./");
		assertSame();
		assertThat(sh("rsync -a --stats " + this.elsewhere + "/ ./"))
			.contains("Number of regular files transferred: 0");
		sh("printf more >> " + this.elsewhere + "/numbers && rm " + this.elsewhere + "/empty");
		// rsync -a --delete elsewhere/ .
		assertThat(sh("rsync -a --delete --stats " + this.elsewhere + "/ ./"))
			.contains("Number of regular files transferred: 1", "Number of deleted files: 1");
		assertSame();
	}

	@Test
	void synchronisesInPlaceAndOutWithRsync() {
		assumeInstalled("rsync");
		sh("cp " + this.elsewhere + "/numbers . && printf x | dd of=numbers bs=1 seek=1000 conv=notrunc status=none");
		// rsync -a --inplace --no-whole-file elsewhere/numbers .
		sh("rsync -a --inplace --no-whole-file --ignore-times " + this.elsewhere + "/numbers . && cmp numbers "
				+ this.elsewhere + "/numbers");
		// rsync -a ./ elsewhere/copy
		sh("rsync -a ./ " + this.elsewhere + "/copy/ && cmp numbers " + this.elsewhere + "/copy/numbers");
	}

	@Test
	void hundredMegabytesAreTheSameBothWays() {
		sh("head -c 100000000 /dev/urandom > " + this.elsewhere + "/big");
		// sha256sum elsewhere/big; cp elsewhere/big .; sha256sum big
		String before = sh("sha256sum < " + this.elsewhere + "/big");
		sh("cp " + this.elsewhere + "/big .");
		assertThat(sh("sha256sum < big")).isEqualTo(before);
		// cp big elsewhere/back; sha256sum elsewhere/back
		assertThat(sh("cp big " + this.elsewhere + "/back && sha256sum < " + this.elsewhere + "/back"))
			.isEqualTo(before);
	}

	@Test
	void synchronisesThroughDirectoriesOfItsOwn() {
		assumeInstalled("rsync");
		// rsync -a --delay-updates elsewhere/ .
		sh("printf old > numbers && rsync -a --delay-updates " + this.elsewhere + "/ ./");
		assertSame();
		// rsync -a --partial-dir=.rsync-partial elsewhere/ .
		sh("mkdir .rsync-partial && head -c 1000 " + this.elsewhere + "/random > .rsync-partial/random && rm random"
				+ " && rsync -a --no-whole-file --partial-dir=.rsync-partial " + this.elsewhere + "/ ./ && cmp random "
				+ this.elsewhere + "/random && { rm -rf .rsync-partial || exit 1; }");
		assertSame();
		// rsync -a --temp-dir=.rsync-partial elsewhere/ .
		sh("mkdir .rsync-partial && rm numbers && rsync -a --temp-dir=.rsync-partial " + this.elsewhere
				+ "/ ./ && rmdir .rsync-partial");
		assertSame();
	}

	@Test
	void locksByADirectory() {
		// mkdir counter.lock … rmdir counter.lock
		sh("printf 0 > counter; for i in 1 2 3 4; do (for j in 1 2 3 4 5; do until mkdir counter.lock 2>/dev/null; do :;"
				+ " done; n=$(cat counter); printf $((n + 1)) > counter; rmdir counter.lock || exit 1; done)"
				+ " & pids=\"$pids $!\"; done; for p in $pids; do wait $p || exit 1; done; test $(cat counter) = 20");
		assertThat(names()).containsExactly("counter");
	}

	private void assertSame() {
		sh("for f in " + this.elsewhere + "/*; do cmp $f $(basename $f) || exit 1; done");
		assertThat(String.join("\n", names())).isEqualTo(sh("ls " + this.elsewhere).strip());
	}

}
