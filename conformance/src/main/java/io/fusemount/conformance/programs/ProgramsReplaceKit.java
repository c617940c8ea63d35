package io.fusemount.conformance.programs;

import java.nio.file.Path;

import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.conformance.shell.Shell;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: a file that is replaced or rewritten by a command-line program keeps its row.
 * The program's own file never becomes a row under its temporary name.
 */
abstract class ProgramsReplaceKit extends SaveKit {

	@TempDir
	Path elsewhere;

	@BeforeEach
	void existing() {
		existing("a.txt", TEXT);
		sh("printf 'newer\\n' > " + this.elsewhere + "/new");
	}

	@Test
	void savesWithSed() {
		// openat("./sedmNmdGB", O_RDWR|O_CREAT|O_EXCL); rename("./sedmNmdGB", "a.txt")
		sh("sed -i s/two/2/ a.txt");
		assertSaved("a.txt", "one\n2\nthree\n");
		assertCommitsAtMost(1);
	}

	@Test
	void savesWithSedBesideABackup() {
		// rename("a.txt", "a.txt.bak"); rename("./sed6vB1cb", "a.txt")
		sh("sed -i.bak s/two/2/ a.txt");
		assertKeptBeside("one\n2\nthree\n", "a.txt.bak", TEXT, 2);
		sh("sed -i.bak s/2/two/ a.txt");
		assertKeptBeside(TEXT, "a.txt.bak", "one\n2\nthree\n", 2);
	}

	@Test
	void savesWithPerl() {
		assumeInstalled("perl");
		// openat("XXa9GFN5", O_RDWR|O_CREAT|O_EXCL); renameat("XXa9GFN5", "a.txt")
		sh("perl -pi -e s/two/2/ a.txt");
		assertSaved("a.txt", "one\n2\nthree\n");
		assertCommitsAtMost(1);
	}

	@Test
	void savesWithPerlBesideABackup() {
		assumeInstalled("perl");
		// linkat("a.txt", "a.txt.bak") = EPERM; renameat("a.txt", "a.txt.bak");
		// renameat("XXHLYICK", "a.txt")
		sh("perl -pi.bak -e s/two/2/ a.txt");
		assertKeptBeside("one\n2\nthree\n", "a.txt.bak", TEXT, 2);
	}

	@Test
	void savesWithSort() {
		// openat("a.txt", O_WRONLY|O_CREAT); dup2; close; ftruncate(1, 0); write
		sh("sort -r -o a.txt a.txt");
		assertSaved("a.txt", "two\nthree\none\n");
		assertCommitsAtMost(1);
	}

	@Test
	void savesWithEd() {
		assumeInstalled("ed");
		// openat("a.txt", O_WRONLY|O_CREAT|O_TRUNC); write; close
		sh("printf '2s/two/2/\\nw\\nq\\n' | ed -s a.txt");
		assertSaved("a.txt", "one\n2\nthree\n");
		assertCommitsAtMost(1);
	}

	@Test
	void savesWithPatch() {
		assumeInstalled("patch");
		sh("printf '%s\\n' '--- a.txt' '+++ a.txt' '@@ -1,3 +1,3 @@' ' one' -two +2 ' three' > " + this.elsewhere
				+ "/diff");
		// openat("./a.txt.oCeL5qc", O_WRONLY|O_CREAT|O_EXCL);
		// rename("./a.txt.oCeL5qc", "a.txt")
		sh("patch -s a.txt " + this.elsewhere + "/diff");
		// "notes.onetoc2" is a file of OneNote, so a name of this form is a row for a
		// moment.
		assertKept("a.txt", "one\n2\nthree\n");
		assertRowsNow("a.txt");
		assertLeft("a.txt");
		assertCommitsAtMost(2);
	}

	@Test
	void savesWithPatchBesideABackup() {
		assumeInstalled("patch");
		sh("printf '%s\\n' '--- a.txt' '+++ a.txt' '@@ -1,3 +1,3 @@' ' one' -two +2 ' three' > " + this.elsewhere
				+ "/diff");
		// rename("a.txt", "a.txt.orig"); rename("./a.txt.oCeL5qc", "a.txt")
		sh("patch -b -s a.txt " + this.elsewhere + "/diff");
		// The new file is a row for a moment, as without a backup.
		assertKeptBeside("one\n2\nthree\n", "a.txt.orig", TEXT, 3);
	}

	@Test
	void savesWithTheShell() {
		// openat("a.txt", O_WRONLY|O_CREAT|O_TRUNC); dup2; close; write
		sh("echo new > a.txt");
		assertSaved("a.txt", "new\n");
		assertCommitsAtMost(1);
		rows().forget();
		// openat("a.txt", O_WRONLY|O_CREAT|O_APPEND); dup2; close; write
		sh("echo newer >> a.txt");
		assertSaved("a.txt", "new\nnewer\n");
		assertCommitsAtMost(1);
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "echo new > b.txt", "printf 'new\\n' > b.txt", "cat elsewhere/new | sed s/newer/new/ > b.txt",
					"sed s/newer/new/ elsewhere/new > b.txt", "{ true; sh -c :; echo new; } > b.txt",
					"(exec > b.txt; sh -c :; echo new)", "echo old > b.txt; sed s/newer/new/ elsewhere/new > b.txt" })
	@Semantics("A file that a shell opens for a command is stored with the output of the command, and not before.")
	void whatAShellRedirectsIsStoredOnceItIsWritten(String line) {
		for (String shell : new String[] { "sh", "bash" }) {
			rows().forget();
			sh(shell + " -c " + Shell.quote(line.replace("elsewhere", this.elsewhere.toString())));
			assertContent("b.txt", "new\n");
			// A new file may get the inode number of its row in between.
			assertCommitsAtMost(line.contains("old") ? 3 : 1);
			sh("rm b.txt");
		}
	}

	@Test
	void emptyFileOfAShellIsStored() {
		for (String line : new String[] { ": > b.txt", "true > b.txt", "sh -c : > b.txt", "> b.txt", "touch b.txt",
				"(exec > b.txt)" }) {
			rows().forget();
			sh(line);
			assertContent("b.txt", "");
			assertCommitsAtMost(2);
			sh("rm b.txt");
		}
	}

	@Test
	void copiesOver() {
		// openat("a.txt", O_WRONLY|O_TRUNC)
		sh("cp " + this.elsewhere + "/new a.txt");
		assertSaved("a.txt", "newer\n");
		assertCommitsAtMost(1);
	}

	@Test
	void copiesOverBesideABackup() {
		// renameat("a.txt", "a.txt~"); openat("a.txt", O_WRONLY|O_CREAT|O_EXCL)
		sh("cp --backup=simple " + this.elsewhere + "/new a.txt");
		assertKept("a.txt", "newer\n");
		assertRows("a.txt");
		assertLeft("a.txt", "a.txt~");
		sh("test \"$(cat a.txt~)\" = \"$(printf 'one\\ntwo\\nthree')\"");
	}

	@Test
	void replacesWithRsync() {
		assumeInstalled("rsync");
		for (String options : new String[] { "", "--partial", "--no-whole-file", "--partial-dir=.rsync-partial" }) {
			sh("printf '%s\\n' 'rsync " + options + "' > " + this.elsewhere + "/new");
			// openat(".a.txt.jDdpqA", O_RDWR|O_CREAT|O_EXCL); utimensat(".a.txt.jDdpqA");
			// renameat(".a.txt.jDdpqA", "a.txt")
			sh("rsync -a --ignore-times " + options + " " + this.elsewhere + "/new a.txt");
			assertSaved("a.txt", "rsync " + options + "\n");
		}
		assertCommitsAtMost(8);
	}

	@Test
	void replacesWithRsyncThroughADirectoryOfItsOwn() {
		assumeInstalled("rsync");
		// mkdirat(".~tmp~"); renameat(".a.txt.ymg5Ts", ".~tmp~/a.txt");
		// renameat(".~tmp~/a.txt", "a.txt"); unlinkat(".~tmp~", AT_REMOVEDIR)
		sh("rsync -a --delay-updates " + this.elsewhere + "/new a.txt");
		assertSaved("a.txt", "newer\n");
		assertCommitsAtMost(1);
	}

	@Test
	void overwritesWithRsync() {
		assumeInstalled("rsync");
		// openat("a.txt", O_WRONLY|O_CREAT); write; ftruncate(6); close; utimensat
		sh("rsync -a --inplace " + this.elsewhere + "/new a.txt");
		assertSaved("a.txt", "newer\n");
		assertCommitsAtMost(2);
	}

	@Test
	void replacesWithRsyncBesideABackup() {
		assumeInstalled("rsync");
		// linkat("a.txt", "a.txt~") = EPERM; renameat("a.txt", "a.txt~");
		// utimensat(".a.txt.5zSh7g"); renameat(".a.txt.5zSh7g", "a.txt")
		sh("rsync -a --backup " + this.elsewhere + "/new a.txt");
		assertKept("a.txt", "newer\n");
		assertRows("a.txt");
		assertLeft("a.txt", "a.txt~");
	}

	@Test
	void replacesWithRsyncBesideABackupThatIsStored() {
		assumeInstalled("rsync");
		sh("rsync -a --backup --suffix=.bak " + this.elsewhere + "/new a.txt");
		assertKeptBeside("newer\n", "a.txt.bak", TEXT, 2);
	}

	private void assertKeptBeside(String content, String backup, String old, int commits) {
		assertKept("a.txt", content);
		assertContent(backup, old);
		assertRowsNow("a.txt", backup);
		assertLeft("a.txt", backup);
		assertCommitsAtMost(commits);
		rows().forget();
	}

	@Test
	void packsWithZip() {
		assumeInstalled("zip");
		// openat("zio5lMYx", O_RDWR|O_CREAT|O_EXCL, 0600); rename("zio5lMYx", "z.zip")
		sh("zip -q z.zip a.txt && printf more > b.txt && zip -q z.zip b.txt && unzip -tq z.zip && rm b.txt");
		assertKept("a.txt", TEXT);
		assertRowsNow("a.txt", "z.zip");
		assertLeft("a.txt", "z.zip");
		assertThat(rows().stored()).allMatch((name) -> !name.startsWith("zi") || name.matches("zi[a-z]{6}"));
	}

	@Test
	void whatIsRemovedFirstIsAnotherRow() {
		// unlinkat("a.txt"); openat("a.txt", O_WRONLY|O_CREAT|O_EXCL)
		for (String line : new String[] { "install -m 644 elsewhere/new a.txt",
				"cp --remove-destination elsewhere/new a.txt",
				"cp -p elsewhere/new elsewhere/b && mv elsewhere/b a.txt",
				"tar cf elsewhere/all.tar -C elsewhere --transform s/new/a.txt/ new && tar xf elsewhere/all.tar" }) {
			sh("echo old > a.txt && " + line.replace("elsewhere", this.elsewhere.toString()));
			assertContent("a.txt", "newer\n");
			assertRows("a.txt");
			assertLeft("a.txt");
		}
	}

	@Test
	void newFileIsOneRow() {
		assumeInstalled("rsync");
		// rsync -a elsewhere/new new
		sh("rm a.txt && rsync -a " + this.elsewhere + "/new .");
		assertContent("new", "newer\n");
		assertLeft("new");
		sh("rm new");
		rows().forget();
		sh("rsync -a " + this.elsewhere + "/new .");
		assertRows("new");
	}

}
