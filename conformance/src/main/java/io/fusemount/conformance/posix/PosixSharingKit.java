package io.fusemount.conformance.posix;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;

import io.fusemount.conformance.directory.DirectoryKit;
import io.fusemount.conformance.shell.Shell;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: several processes and several descriptors on one file.
 */
abstract class PosixSharingKit extends DirectoryKit {

	@Test
	void processesThatAppendLoseNoLine() {
		sh("append() { for i in $(seq 100); do echo \"$1 $i\" >> log || exit 1; done; };"
				+ " append a & append b & wait; test $(wc -l < log) = 200 && test $(sort -u log | wc -l) = 200");
	}

	@Test
	void processesThatKeepAFileOpenForAppendingLoseNoLine() {
		sh(": > log; append() { for i in $(seq 200); do echo \"$1 $i\"; done >> log; };"
				+ " append a & append b & append c & wait; test $(sort -u log | wc -l) = 600");
	}

	@Test
	void duplicatedDescriptorsShareOnePosition() {
		sh("exec 3> a.txt; printf 1 >&3; (printf 2 >&3); printf 3 >&3; exec 4>&3; printf 4 >&4; exec 4>&-; printf 5 >&3;"
				+ " exec 3>&-; test \"$(cat a.txt)\" = 12345");
	}

	@Test
	void closeOfACopyDoesNotEndTheWriting() {
		sh("{ printf one; sh -c 'printf \" two\"'; printf ' three'; } > a.txt; test \"$(cat a.txt)\" = 'one two three'");
	}

	@Test
	void readerSeesWhatAWriterHasWrittenSoFar() {
		sh("exec 3> a.txt; printf one >&3; test \"$(cat a.txt)\" = one || exit 1; printf ' two' >&3;"
				+ " test \"$(cat a.txt)\" = 'one two' || exit 1; exec 3>&-");
	}

	@Test
	void openReaderSeesWhatIsAppended() {
		sh("printf 'one\\n' > log; exec 3< log; read line <&3; test \"$line\" = one || exit 1; printf 'two\\n' >> log;"
				+ " read line <&3; test \"$line\" = two");
	}

	@Test
	void writersOfDifferentFilesDoNotDisturbEachOther() {
		sh("for p in 1 2 3 4 5 6 7 8; do (for i in 1 2 3 4 5 6 7 8 9 10; do head -c 20000 /dev/zero | tr '\\0' $p"
				+ " > file-$p-$i || exit 1; done) & done; wait;"
				+ " for p in 1 2 3 4 5 6 7 8; do for i in 1 2 3 4 5 6 7 8 9 10; do"
				+ " test \"$(tr -d $p < file-$p-$i | wc -c) $(wc -c < file-$p-$i)\" = '0 20000' || exit 1; done; done");
		assertThat(names()).hasSize(80);
	}

	@Test
	void onlyOneOfManyProcessesCreatesTheLock() {
		String winners = sh("set -C; for p in 1 2 3 4 5 6 7 8; do (: > lock) 2> /dev/null && echo won & done; wait");
		assertThat(winners.lines()).hasSize(1);
	}

	@Test
	void fileLockIsHeldByOneProcess() {
		assumeInstalled("flock");
		sh(": > lock; exec 3< lock; flock 3; ! flock -n lock true || exit 1; exec 3<&-; flock -n lock true");
	}

	@Test
	void lockFileThatAProgramCreatesIsThereWhileItRunsAndAfterwards() {
		assumeInstalled("flock");
		for (int i = 0; i < 20; i++) {
			sh("flock lock sh -c 'test -f lock && test \"$(ls)\" = lock' && touch -d @1000000000 lock"
					+ " && test $(stat -c %Y lock) = 1000000000 && test \"$(ls)\" = lock && rm lock && test -z \"$(ls)\"");
		}
	}

	@Test
	void processesThatCreateTheirLockFileTakeTurns() {
		assumeInstalled("flock");
		sh("count() { for i in 1 2 3 4 5; do flock lock sh -c 'echo $(($(cat n 2> /dev/null || echo 0) + 1)) > m && cat m > n'"
				+ " || exit 1; done; }; count & count & count & count & wait; test $(cat n) = 20");
	}

	@Test
	void fileThatIsCreatedForReadingCanBeUsedAtOnce() {
		assumeInstalled("python3");
		sh("""
				python3 - <<'END'
				import os
				for i in range(100):
				    os.close(os.open('a', os.O_CREAT | os.O_RDONLY, 0o644))
				    os.utime('a', (1e9, 1e9))
				    assert os.stat('a').st_mtime == 1e9, i
				    assert os.listdir('.') == ['a'], i
				    os.rename('a', 'b')
				    with open('b', 'w') as file: file.write('text')
				    assert os.stat('b').st_size == 4, i
				    os.unlink('b')
				END""");
	}

	@Test
	void mappedFileIsReadAndWritten() throws IOException {
		Files.writeString(path("a.txt"), "mapped ".repeat(3000));
		runMappingProgram("a.txt", " force");
		assertThat(path("a.txt")).hasContent("MAPPED ".repeat(3000));
	}

	@Test
	void pagesThatAreNotSyncedArriveWhenTheProgramEnds() throws IOException {
		Files.writeString(path("a.txt"), "mapped ".repeat(3000));
		runMappingProgram("a.txt", "");
		shEventually("test $(grep -o 'MAPPED ' a.txt | wc -l) = 3000");
	}

	private void runMappingProgram(String name, String force) {
		try {
			Path java = Path.of(System.getProperty("java.home"), "bin", "java");
			Path classes = Path.of(MappingProgram.class.getProtectionDomain().getCodeSource().getLocation().toURI());
			sh(Shell.quote(java) + " -Xmx32m -cp " + Shell.quote(classes) + " " + MappingProgram.class.getName() + " "
					+ name + force);
		}
		catch (URISyntaxException ex) {
			throw new IllegalStateException("The kit's own classes cannot be found", ex);
		}
	}

}
