package io.fusemount.conformance.posix;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.StandardCopyOption;

import io.fusemount.conformance.directory.DirectoryKit;
import io.fusemount.conformance.semantics.Semantics;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Contract: rename and unlink, also of files that are open.
 */
abstract class PosixRenameKit extends DirectoryKit {

	@Test
	void fileIsRenamed() throws IOException {
		Files.writeString(path("a.txt"), "text");
		Files.move(path("a.txt"), path("b.txt"), StandardCopyOption.ATOMIC_MOVE);
		assertThat(path("a.txt")).doesNotExist();
		assertThat(path("b.txt")).hasContent("text");
		assertThat(names()).containsExactly("b.txt");
	}

	@Test
	void fileIsReplaced() throws IOException {
		Files.writeString(path("old.txt"), "old");
		Files.writeString(path("new.txt"), "brand new");
		Files.move(path("new.txt"), path("old.txt"), StandardCopyOption.ATOMIC_MOVE);
		assertThat(path("old.txt")).hasContent("brand new").hasSize(9);
		assertThat(names()).containsExactly("old.txt");
	}

	@Test
	void replacedNameCanBeWrittenAndReplacedAgain() {
		sh("for i in 1 2 3 4 5; do printf \"version $i\" > tmp && mv tmp file && test \"$(cat file)\" = \"version $i\""
				+ " && printf ' edited' >> file && test \"$(cat file)\" = \"version $i edited\" || exit 1; done");
		assertThat(names()).containsExactly("file");
	}

	@Test
	void renameOntoItselfDoesNothing() throws IOException {
		Files.writeString(path("a.txt"), "text");
		Files.move(path("a.txt"), path("a.txt"), StandardCopyOption.ATOMIC_MOVE);
		assertThat(path("a.txt")).hasContent("text");
	}

	@Test
	void renameOfNothingFails() {
		assertThatExceptionOfType(NoSuchFileException.class)
			.isThrownBy(() -> Files.move(path("missing"), path("b.txt"), StandardCopyOption.ATOMIC_MOVE));
	}

	@Test
	void fileIsMovedInAndOut() {
		String elsewhere = sh("mktemp -d").strip();
		try {
			sh("printf text > " + elsewhere + "/a.txt && mv " + elsewhere + "/a.txt . && test \"$(cat a.txt)\" = text"
					+ " && mv a.txt " + elsewhere + "/b.txt && test \"$(cat " + elsewhere + "/b.txt)\" = text");
			assertThat(names()).isEmpty();
		}
		finally {
			sh("rm -rf " + elsewhere);
		}
	}

	@Test
	void fileThatIsRenamedWhileItIsWrittenKeepsEveryByte() {
		sh("exec 3> a.txt; printf one >&3; mv a.txt b.txt; printf ' two' >&3; exec 3>&-; test \"$(cat b.txt)\" = 'one two'");
		assertThat(names()).containsExactly("b.txt");
	}

	@Test
	void fileThatIsRenamedWhileItIsReadKeepsItsContent() {
		sh("printf 'one\\ntwo\\n' > a.txt; exec 3< a.txt; read first <&3; mv a.txt b.txt; read second <&3; exec 3<&-;"
				+ " test \"$first $second\" = 'one two'");
	}

	@Test
	void fileThatIsReplacedWhileItIsReadKeepsItsContent() {
		sh("printf 'old\\n' > a.txt; printf 'new\\n' > b.txt; exec 3< a.txt; mv b.txt a.txt; read line <&3; exec 3<&-;"
				+ " test \"$line\" = old && test \"$(cat a.txt)\" = new");
		assertThat(names()).containsExactly("a.txt");
	}

	@Test
	@Semantics("A file that is being replaced is never missing.")
	void fileThatIsReplacedIsNeverMissing() {
		// A program saves again and again while another one reads.
		String missing = sh("printf 0 > a; (for i in $(seq 100); do printf $i > b && mv b a; done) & writer=$!;"
				+ " while kill -0 $writer 2>/dev/null; do cat a 2>&1 >/dev/null | grep 'No such file'; done; wait $writer");
		assertThat(missing).isEmpty();
	}

	@Test
	void fileIsUnlinked() throws IOException {
		Files.writeString(path("a.txt"), "text");
		Files.delete(path("a.txt"));
		assertThat(path("a.txt")).doesNotExist();
		assertThat(names()).isEmpty();
		assertThatExceptionOfType(NoSuchFileException.class).isThrownBy(() -> Files.delete(path("a.txt")));
	}

	@Test
	void unlinkedFileIsReadAndWrittenByWhoHasItOpen() {
		sh("printf text > a.txt; exec 3<> a.txt; rm a.txt; test ! -e a.txt && test \"$(cat <&3)\" = text"
				+ " && printf ' goes on' >&3 && test $(stat -L -c %s /proc/self/fd/3) = 12; status=$?; exec 3>&-;"
				+ " exit $status");
		assertThat(names()).isEmpty();
	}

	@Test
	@Semantics("A deleted file that is open can be read and written until it is closed, and its link count is 0.")
	void unlinkedOpenFileHasNoLinks() {
		sh("printf text > a.txt; exec 3< a.txt; rm a.txt; test $(stat -L -c %h /proc/self/fd/3) = 0");
		assertThat(names()).isEmpty();
	}

	@Test
	void nameOfAnUnlinkedOpenFileCanBeUsedAgain() {
		sh("printf old > a.txt; exec 3< a.txt; rm a.txt; printf new > a.txt; test \"$(cat <&3)\" = old"
				+ " && test \"$(cat a.txt)\" = new; status=$?; exec 3<&-; exit $status");
		assertThat(sh("cat a.txt")).isEqualTo("new");
		assertThat(names()).containsExactly("a.txt");
	}

	@Test
	void temporaryFileThatIsUnlinkedAtOnceLeavesNothing() {
		sh("exec 3> tmp; rm tmp; printf secret >&3; exec 3>&-");
		assertThat(names()).isEmpty();
	}

	@Test
	void hardLinkIsMadeOrRefused() {
		sh("printf text > a.txt");
		if (target().hasHardLinks()) {
			sh("ln a.txt b.txt && printf ' more' >> a.txt && test \"$(cat b.txt)\" = 'text more'"
					+ " && test $(stat -c %h a.txt) = 2");
		}
		else {
			assertThat(shell().run("ln a.txt b.txt").errors()).containsAnyOf("Operation not permitted", "not supported",
					"not implemented");
			assertThat(names()).containsExactly("a.txt");
		}
	}

	@Test
	void symbolicLinkIsMadeOrRefused() {
		sh("printf text > a.txt");
		if (target().hasSymbolicLinks()) {
			sh("ln -s a.txt b.txt && test \"$(readlink b.txt)\" = a.txt && test \"$(cat b.txt)\" = text");
		}
		else {
			assertThat(shell().run("ln -s a.txt b.txt").errors()).containsAnyOf("Operation not permitted",
					"not supported", "not implemented");
			assertThat(names()).containsExactly("a.txt");
		}
	}

	@Test
	void directoryIsMadeOrRefused() {
		sh("printf text > a.txt");
		shFails("mkdir a.txt", "File exists");
		shFails("rmdir a.txt", "Not a directory");
		shFails("rmdir missing", "No such file or directory");
		if (target().hasSubdirectories()) {
			sh("mkdir sub && printf text > sub/b.txt && ! rmdir sub && rm sub/b.txt && rmdir sub");
		}
		else {
			shFails("mkdir sub", "Operation not permitted");
		}
		assertThat(names()).containsExactly("a.txt");
	}

	@Test
	void namedPipeIsMadeOrRefused() {
		if (shell().run("mkfifo pipe").isSuccess()) {
			sh("test -p pipe && rm pipe");
		}
		assertThat(names()).isEmpty();
	}

}
