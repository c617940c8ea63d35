package io.fusemount.conformance.trees;

import io.fusemount.conformance.directory.DirectoryKit;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: {@code mkdir(2)}, {@code rmdir(2)} and {@code rename(2)} of directories, with
 * their contents and open files.
 */
abstract class TreesCallsKit extends DirectoryKit {

	@Test
	void directoriesAreMadeAndRemoved() {
		sh("mkdir a && mkdir a/b && printf text > a/b/file && test \"$(cat a/b/file)\" = text");
		shFails("mkdir a", "File exists");
		shFails("mkdir missing/b", "No such file or directory");
		shFails("mkdir a/b/file/c", "Not a directory");
		shFails("rmdir a/b", "Directory not empty");
		shFails("rmdir a/b/file", "Not a directory");
		shFails("unlink a", "Is a directory");
		shFails("cat a", "Is a directory");
		shFails(": > a", "Is a directory");
		sh("rm a/b/file && rmdir a/b && rmdir a");
		shFails("rmdir a", "No such file or directory");
		assertThat(names()).isEmpty();
	}

	@Test
	void aNameIsFreeAfterItsDirectory() {
		sh("for i in 1 2 3 4 5; do mkdir n && printf $i > n/f && test \"$(cat n/f)\" = $i && rm n/f && rmdir n"
				+ " && printf $i > n && test \"$(cat n)\" = $i && rm n || exit 1; done");
		assertThat(names()).isEmpty();
	}

	@Test
	void aTreeIsThirtyLevelsDeep() {
		sh("p=$(seq -s/ 1 30) && mkdir -p $p && printf deep > $p/file && test \"$(cat $p/file)\" = deep"
				+ " && test \"$(find . -mindepth 1 | wc -l)\" = 31 && mv 1 one"
				+ " && test \"$(cat one/$(seq -s/ 2 30)/file)\" = deep");
	}

	@Test
	void aDirectoryIsRenamed() {
		sh("mkdir -p a/b && printf text > a/b/file && inode=$(stat -c %i a) && mv a c && test ! -e a"
				+ " && test $(stat -c %i c) = $inode && test \"$(cat c/b/file)\" = text");
		assertThat(names()).containsExactly("c", "c/b", "c/b/file");
	}

	@Test
	void aDirectoryIsMoved() {
		sh("mkdir -p a/b to && printf text > a/b/file && mv a/b to && test \"$(cat to/b/file)\" = text && test ! -e a/b"
				+ " && mv to/b . && test \"$(cat b/file)\" = text");
		assertThat(names()).containsExactly("a", "b", "b/file", "to");
	}

	@Test
	void aDirectoryReplacesAnEmptyOne() {
		sh("mkdir a empty full && printf text > a/file && printf other > full/file");
		shFails("mv -T a full", "Directory not empty");
		shFails("mv -T a full/file", "non-directory");
		sh("mv -T a empty && test \"$(cat empty/file)\" = text && test ! -e a");
		shFails("mv empty empty/inside", "subdirectory of itself");
		shFails("mv -T full/file empty", "directory");
		assertThat(names()).containsExactly("empty", "empty/file", "full", "full/file");
	}

	@Test
	void anOpenFileFollowsItsDirectory() {
		sh("mkdir -p a/b to && printf 'one\\n' > a/b/old && exec 3>>a/b/old 4>a/b/new 5<a/b/old"
				+ " && printf 'two\\n' >&3 && printf 'new\\n' >&4 && mv a to/c && printf 'three\\n' >&3"
				+ " && printf 'newer\\n' >&4 && test \"$(cat <&5)\" = \"$(printf 'one\\ntwo\\nthree')\""
				+ " && test \"$(stat -Lc %s /dev/fd/3)\" = 14 && exec 3>&- 4>&- 5<&-"
				+ " && test \"$(cat to/c/b/old)\" = \"$(printf 'one\\ntwo\\nthree')\""
				+ " && test \"$(cat to/c/b/new)\" = \"$(printf 'new\\nnewer')\"");
		assertThat(names()).containsExactly("to", "to/c", "to/c/b", "to/c/b/new", "to/c/b/old");
	}

	@Test
	void aProgramStaysInADirectoryThatIsRenamed() {
		sh("mkdir -p a to && cd a && printf one > file && mv ../a ../to/b && test \"$(cat file)\" = one"
				+ " && printf two > file && printf new > other && ls | wc -l | grep -qx 2");
		sh("test \"$(cat to/b/file)\" = two && test \"$(cat to/b/other)\" = new");
	}

	@Test
	void aDirectoryGoesWhileAFileThatWasInItIsOpen() {
		sh("mkdir d && printf text > d/file && exec 3<d/file && rm d/file && rmdir d 2>/dev/null;"
				+ " test \"$(cat <&3)\" = text && exec 3<&- && { test ! -e d || rmdir d; }");
		assertThat(names()).isEmpty();
	}

	@Test
	void aNewFileKeepsItsNumberOnceItIsClosed() {
		// cp refuses a file that has another number when it is opened.
		sh("before=$(for i in $(seq 50); do seq 9 > $i; stat -c %i $i; done); after=$(stat -c %i $(seq 50));"
				+ " test \"$before\" = \"$after\" && rm $(seq 50)");
	}

	@Test
	void aFileMovesBetweenDirectories() {
		sh("mkdir a b && printf one > a/file && inode=$(stat -c %i a/file) && mv a/file b"
				+ " && test ! -e a/file && test $(stat -c %i b/file) = $inode && printf two > a/file && mv a/file b/file"
				+ " && test \"$(cat b/file)\" = two && mv b/file . && test \"$(cat file)\" = two");
		assertThat(names()).containsExactly("a", "b", "file");
	}

	@Test
	void anOpenFileMovesBetweenDirectories() {
		sh("mkdir a b && exec 3>a/file && printf one >&3 && mv a/file b/other && printf ' two' >&3 && exec 3>&-"
				+ " && test \"$(cat b/other)\" = 'one two' && exec 3>>b/other && printf ' three' >&3"
				+ " && mv b/other a/again && printf ' four' >&3 && exec 3>&-"
				+ " && test \"$(cat a/again)\" = 'one two three four'");
		assertThat(names()).containsExactly("a", "a/again", "b");
	}

	@Test
	void manyMakeOneTree() {
		sh("for i in 1 2 3 4 5 6 7 8; do (for j in 1 2 3 4 5; do mkdir -p a/$j/b/c && printf $i > a/$j/b/$i || exit 1; done)"
				+ " & pids=\"$pids $!\"; done; for p in $pids; do wait $p || exit 1; done;"
				+ " test $(find a -type f | wc -l) = 40 && test $(find a -type d | wc -l) = 16");
	}

	@Test
	void manyMakeOnePathAtOnce() {
		sh("for j in $(seq 10); do pids=; for i in 1 2 3 4 5 6 7 8; do mkdir -p p$j/q/r/s/t & pids=\"$pids $!\"; done;"
				+ " for p in $pids; do wait $p || exit 1; done; test $(find p$j | wc -l) = 5 || exit 1; done");
	}

	@Test
	void directoriesAreRenamedWhileOthersWorkInThem() {
		sh("mkdir -p x/d && for i in $(seq 20); do printf $i > x/d/$i; done;"
				+ " (for i in $(seq 40); do mv x/d x/e 2>/dev/null; mv x/e x/d 2>/dev/null; done) & renamer=$!;"
				+ " cd x/d && for i in $(seq 100); do printf $i > own && test \"$(cat own)\" = $i || exit 1; done;"
				+ " wait $renamer && cd ../.. && test $(ls x/d | wc -l) = 21");
	}

	@Test
	void theTimeOfADirectoryMoves() {
		sh("mkdir a && before=$(stat -c %y a) && sleep 0.02 && mkdir a/b && middle=$(stat -c %y a)"
				+ " && test \"$before\" != \"$middle\" && sleep 0.02 && mv a/b a/c && last=$(stat -c %y a)"
				+ " && test \"$middle\" != \"$last\" && sleep 0.02 && rmdir a/c && test \"$last\" != \"$(stat -c %y a)\"");
	}

}
