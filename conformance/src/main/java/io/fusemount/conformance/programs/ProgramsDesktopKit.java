package io.fusemount.conformance.programs;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: a document that is saved by a program of the desktop keeps its row. Programs
 * that are too large to be installed for a test are replayed, call by call, as recorded
 * with {@code strace}.
 */
abstract class ProgramsDesktopKit extends SaveKit {

	@BeforeEach
	void existing() {
		existing("a.txt", TEXT);
	}

	@Test
	void savesWithGlib() {
		assumeInstalled("gio");
		// openat(".goutputstream-78U2Y3", O_WRONLY|O_CREAT|O_EXCL); write; fsync;
		// rename(".goutputstream-78U2Y3", "a.txt"); close
		sh("printf new | gio save a.txt");
		assertSaved("a.txt", "new");
		assertCommitsAtMost(1);
	}

	@Test
	void savesWithGlibBesideABackup() {
		assumeInstalled("gio");
		// unlink("a.txt~") = ENOENT; link("a.txt", "a.txt~") = EPERM;
		// rename("a.txt", "a.txt~"); rename(".goutputstream-2SP7Y3", "a.txt"); close
		sh("printf new | gio save --backup a.txt");
		assertKept("a.txt", "new");
		assertRows("a.txt");
		assertLeft("a.txt", "a.txt~");
		assertCommitsAtMost(1);
		rows().forget();
		// The second backup replaces the first.
		sh("printf newer | gio save --backup a.txt");
		assertKept("a.txt", "newer");
		assertRows("a.txt");
		assertThat(sh("cat a.txt~")).isEqualTo("new");
	}

	@Test
	void copiesWithGlib() {
		assumeInstalled("gio");
		// gio copy a.txt b.txt; gio copy b.txt a.txt
		sh("gio copy a.txt b.txt");
		assertContent("b.txt", TEXT);
		assertRows("a.txt", "b.txt");
		sh("printf changed > b.txt && gio copy b.txt a.txt && rm b.txt");
		assertKept("a.txt", "changed");
	}

	@Test
	void savesAsGeditDoes() {
		// The calls of GLib, with the file open until after the rename.
		sh("exec 4> .goutputstream-P1PDZ3 && printf saved >&4 && sync .goutputstream-P1PDZ3"
				+ " && mv -f .goutputstream-P1PDZ3 a.txt && exec 4>&-");
		assertSaved("a.txt", "saved");
		assertCommitsAtMost(1);
	}

	@Test
	void savesAsGeditDoesBesideABackup() {
		sh("exec 4> .goutputstream-2SP7Y3 && printf saved >&4 && sync .goutputstream-2SP7Y3 && mv a.txt a.txt~"
				+ " && mv -f .goutputstream-2SP7Y3 a.txt && exec 4>&-");
		assertKept("a.txt", "saved");
		assertRows("a.txt");
		assertLeft("a.txt", "a.txt~");
	}

	@Test
	void savesAsLibreOfficeDoes() {
		// openat(".~lock.a.txt#", O_RDWR|O_CREAT|O_EXCL); write; close
		sh("set -C; printf ',me,here,;' > '.~lock.a.txt#'");
		assertThat(names()).contains(".~lock.a.txt#");
		// openat("lu2855070qq9.tmp", O_RDWR|O_CREAT|O_EXCL); close;
		// openat("lu2855070qq9.tmp", O_RDWR); write; fsync; close;
		// openat("a.txt", O_RDWR|O_CREAT|O_EXCL) = EEXIST;
		// rename("lu2855070qq9.tmp", "a.txt"); chown; chmod; openat("a.txt", O_RDWR);
		// fsync
		sh(": > lu2855070qq9.tmp && exec 5<> lu2855070qq9.tmp && printf saved >&5 && sync lu2855070qq9.tmp"
				+ " && exec 5>&- && mv -f lu2855070qq9.tmp a.txt && chmod 644 a.txt && sync a.txt");
		// unlink(".~lock.a.txt#")
		sh("rm '.~lock.a.txt#'");
		assertSaved("a.txt", "saved");
		assertCommitsAtMost(1);
	}

	@Test
	void savesNewDocumentAsLibreOfficeDoes() {
		sh("rm a.txt");
		rows().forget();
		// openat("new.odt", O_RDWR|O_CREAT|O_EXCL); close; rename("lu2852170p8b.tmp",
		// "new.odt")
		sh("printf lock > '.~lock.new.odt#' && : > new.odt && printf saved > lu2852170p8b.tmp"
				+ " && mv -f lu2852170p8b.tmp new.odt && rm '.~lock.new.odt#'");
		assertContent("new.odt", "saved");
		assertRows("new.odt");
		assertLeft("new.odt");
	}

	@Test
	void convertsWithLibreOffice() {
		assumeInstalled("soffice");
		// soffice --headless --convert-to csv a.txt, twice
		String line = "soffice -env:UserInstallation=file://$HOME --headless --convert-to odt --outdir . a.txt >&2";
		sh("HOME=$(mktemp -d) && " + line + " && " + line + "; status=$?; rm -r $HOME; exit $status");
		assertKept("a.txt", TEXT);
		assertRows("a.txt", "a.odt");
		assertLeft("a.odt", "a.txt");
	}

	@Test
	void savesAsWordDoes() {
		sh("printf owner > '~$a.txt' && printf saved > '~WRD0000.tmp' && mv a.txt '~WRL0001.tmp'"
				+ " && mv '~WRD0000.tmp' a.txt && rm '~WRL0001.tmp' '~$a.txt'");
		assertSaved("a.txt", "saved");
		assertCommitsAtMost(1);
	}

	@Test
	void savesAsExcelDoes() {
		// The name of the new file does not identify it as a scratch file, so it is a row
		// for a moment.
		sh("printf owner > '~$a.txt' && printf saved > 5F3A9C10 && mv a.txt 77B1D2E0.tmp && mv 5F3A9C10 a.txt"
				+ " && rm 77B1D2E0.tmp '~$a.txt'");
		assertKept("a.txt", "saved");
		assertRowsNow("a.txt");
		assertLeft("a.txt");
		assertThat(rows().stored()).isSubsetOf("a.txt", "5F3A9C10");
	}

	@Test
	void savesAsProgramsOfJetBrainsDo() {
		// Two renames with arbitrary names: the old file away, the new one into its
		// place.
		sh("printf saved > a.txt___jb_tmp___ && mv -f a.txt___jb_tmp___ a.txt");
		assertKept("a.txt", "saved");
		assertRowsNow("a.txt");
		assertLeft("a.txt");
	}

	@Test
	void savesAsQtDoes() {
		// QSaveFile: openat("a.txt.hJxPqd", O_RDWR|O_CREAT|O_EXCL);
		// rename("a.txt.hJxPqd", "a.txt")
		sh("new=$(mktemp a.txt.XXXXXX) && printf saved > $new && mv -f $new a.txt");
		assertSaved("a.txt", "saved");
		assertCommitsAtMost(1);
	}

	@Test
	void filesOfMacOsStayLocal() {
		// The files that the Finder writes beside a file, and into each directory that it
		// shows.
		sh("printf AppleDouble > ._a.txt && printf Bud1 > .DS_Store && printf copied > a.txt && printf more > ._a.txt");
		assertKept("a.txt", "copied");
		assertRows("a.txt");
		assertLeft(".DS_Store", "._a.txt", "a.txt");
		assertThat(sh("cat ._a.txt .DS_Store")).isEqualTo("moreBud1");
	}

}
