package io.fusemount.conformance.programs;

import java.nio.file.Path;

import io.fusemount.conformance.shell.Terminal;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: a file that is saved by an editor keeps its row. Swap, lock and backup files
 * of the editor never become rows.
 */
abstract class ProgramsEditorKit extends SaveKit {

	@TempDir
	Path elsewhere;

	@BeforeEach
	void existing() {
		existing("a.txt", TEXT);
	}

	@Test
	void savesWithVimOverTheFile() {
		vim("writebackup backupcopy=yes");
		// openat("a.txt~", O_WRONLY|O_CREAT|O_EXCL); openat("a.txt", O_WRONLY|O_CREAT);
		// ftruncate(0); write; fsync; unlink("a.txt~")
		assertSaved("a.txt", "one\n2\nthree\n");
		assertCommitsAtMost(1);
	}

	@Test
	void savesWithVimBesideTheFile() {
		vim("writebackup backupcopy=no");
		// rename("a.txt", "a.txt~"); openat("a.txt", O_WRONLY|O_CREAT); ftruncate(0);
		// write; fsync; unlink("a.txt~")
		assertSaved("a.txt", "one\n2\nthree\n");
		assertCommitsAtMost(1);
	}

	@Test
	void savesWithVimAsItLikes() {
		vim("writebackup backupcopy=auto");
		// openat("4913", O_WRONLY|O_CREAT|O_EXCL); unlink("4913"); rename("a.txt",
		// "a.txt~")
		assertSaved("a.txt", "one\n2\nthree\n");
		assertCommitsAtMost(1);
	}

	@Test
	void savesWithVimBesideABackup() {
		vim("backup backupcopy=no");
		assertKept("a.txt", "one\n2\nthree\n");
		assertRows("a.txt");
		assertLeft("a.txt", "a.txt~");
		assertThat(sh("cat a.txt~")).isEqualTo(TEXT);
	}

	@Test
	void savesWithVimBesideTheOriginal() {
		vim("patchmode=.orig backupcopy=no");
		// rename("a.txt", "a.txt~"); ...; rename("a.txt~", "a.txt.orig")
		assertKept("a.txt", "one\n2\nthree\n");
		assertContent("a.txt.orig", TEXT);
		assertRows("a.txt", "a.txt.orig");
		assertLeft("a.txt", "a.txt.orig");
	}

	@Test
	void savesAgainAndAgainWithVim() {
		assumeInstalled("vim");
		sh("vim -es -u NONE -c 'set writebackup backupcopy=no backupskip=' -c '$s/$/!/' -c w -c '$s/$/!/' -c w"
				+ " -c '$s/$/!/' -c wq a.txt");
		assertSaved("a.txt", "one\ntwo\nthree!!!\n");
		assertCommitsAtMost(3);
	}

	private void vim(String options) {
		assumeInstalled("vim");
		// By default, vim keeps no backup of files below /tmp.
		sh("vim -es -u NONE -c 'set backupskip= " + options + "' -c '%s/two/2/' -c 'call writefile([glob(\".*.swp\")], "
				+ "\"" + this.elsewhere + "/swap\")' -c wq a.txt");
		assertThat(sh("cat " + this.elsewhere + "/swap")).as("swap file while vim was editing")
			.isEqualTo(".a.txt.swp\n");
	}

	@Test
	void createsWithVim() {
		assumeInstalled("vim");
		sh("rm a.txt");
		rows().forget();
		// vim new.txt
		sh("vim -es -u NONE -c 'set backup backupskip=' -c 'call setline(1, \"hello\")' -c wq new.txt");
		assertContent("new.txt", "hello\n");
		assertRows("new.txt");
		assertLeft("new.txt");
	}

	@Test
	void savesWithNano() throws Exception {
		assumeInstalled("nano", "script");
		// openat("a.txt", O_WRONLY|O_CREAT|O_TRUNC); write; fsync; close
		nano("-I");
		assertSaved("a.txt", "X" + TEXT);
		assertCommitsAtMost(1);
	}

	@Test
	void savesWithNanoBesideABackupAndALockFile() throws Exception {
		assumeInstalled("nano", "script");
		// openat("./.a.txt.swp", O_WRONLY|O_CREAT|O_EXCL); openat("a.txt~", ... O_EXCL);
		// openat("a.txt", O_WRONLY|O_CREAT|O_TRUNC); write; fsync; unlink("./.a.txt.swp")
		nano("-I -B -G");
		assertKept("a.txt", "X" + TEXT);
		assertRows("a.txt");
		assertLeft("a.txt", "a.txt~");
		assertCommitsAtMost(1);
	}

	private void nano(String options) throws Exception {
		try (Terminal terminal = Terminal.open(target().directory(), "nano " + options + " a.txt")) {
			terminal.awaits("Help")
				.types("X\u000f")
				// "File Name to Write: a.txt", since nano 8 "Write to File: a.txt"
				.awaits(": a.txt")
				.types("\r")
				.awaits("Wrote")
				.types("\u0018");
			assertThat(terminal.ends()).isZero();
		}
	}

	@Test
	void savesWithMg() throws Exception {
		assumeInstalled("mg", "script");
		// openat("a.txt.XXXXdkKZnX", O_RDWR|O_CREAT|O_EXCL);
		// rename("a.txt.XXXXdkKZnX", "a.txt~"); openat("a.txt", O_RDWR|O_CREAT|O_TRUNC)
		try (Terminal terminal = Terminal.open(target().directory(), "mg a.txt")) {
			terminal.awaits("fundamental").types("X\u0018\u0013").awaits("Wrote").types("\u0018\u0003");
			assertThat(terminal.ends()).isZero();
		}
		// The backup does not have a scratch name when it is created, so it is a row.
		assertKept("a.txt", "X" + TEXT);
		assertLeft("a.txt", "a.txt~");
	}

	@Test
	void savesWithJoe() throws Exception {
		assumeInstalled("joe", "script");
		// symlink("me@here.1", ".#a.txt") = EPERM; creat("a.txt~"); utimensat("a.txt~");
		// openat("a.txt", O_WRONLY|O_CREAT|O_TRUNC)
		try (Terminal terminal = Terminal.open(target().directory(), "joe a.txt")) {
			terminal.awaits("three").types("X\u000bx");
			assertThat(terminal.ends()).isZero();
		}
		assertKept("a.txt", "X" + TEXT);
		assertRows("a.txt");
		assertLeft("a.txt", "a.txt~");
	}

	@Test
	void savesWithEmacs() {
		assumeInstalled("emacs");
		// symlink(".#a.txt") = EPERM; ".#-emacsbk0Hc8"; "#a.txt#"; rename("a.txt",
		// "a.txt~");
		// openat("a.txt", O_WRONLY|O_CREAT|O_TRUNC); write; close; unlink("#a.txt#")
		emacs("nil");
		assertKept("a.txt", "X" + TEXT);
		assertRows("a.txt");
		assertLeft("a.txt", "a.txt~");
		assertCommitsAtMost(1);
	}

	@Test
	void savesWithEmacsOverTheFile() {
		assumeInstalled("emacs");
		emacs("backup-by-copying");
		assertKept("a.txt", "X" + TEXT);
		assertRows("a.txt");
		assertLeft("a.txt", "a.txt~");
	}

	@Test
	void savesWithEmacsBesideTheFile() {
		assumeInstalled("emacs");
		// openat("tmp9W9V4D", O_RDWR|O_CREAT|O_EXCL); rename("tmp9W9V4D", "a.txt")
		emacs("file-precious-flag");
		assertKept("a.txt", "X" + TEXT);
		assertRows("a.txt");
	}

	private void emacs(String flag) {
		// By default, emacs keeps no backup of files below /tmp.
		sh("emacs --batch -Q --eval '(setq backup-enable-predicate (lambda (n) t))' a.txt --eval '(progn (setq "
				+ ("nil".equals(flag) ? "" : flag + " t ")
				+ "backup-inhibited nil) (auto-save-mode 1) (insert \"X\") (do-auto-save) (save-buffer))'");
	}

	@Test
	void savesAsEmacsDoes() {
		// The same as savesWithEmacs, for machines without it.
		sh("printf me > '.#-emacsbk0Hc8' && rm '.#-emacsbk0Hc8' && printf auto > '#a.txt#' && mv a.txt a.txt~"
				+ " && printf 'saved\\n' > a.txt && chmod 644 a.txt && rm '#a.txt#'");
		assertKept("a.txt", "saved\n");
		assertRows("a.txt");
		assertLeft("a.txt", "a.txt~");
	}

	@Test
	void savesAsEmacsDoesWhatIsPrecious() {
		sh("new=$(mktemp tmpXXXXXX) && printf 'saved\\n' > $new && mv -f $new a.txt && chmod 644 a.txt");
		assertSaved("a.txt", "saved\n");
	}

}
