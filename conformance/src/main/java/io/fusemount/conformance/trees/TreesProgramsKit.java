package io.fusemount.conformance.trees;

import java.nio.file.Path;

import io.fusemount.conformance.directory.DirectoryKit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: programs that bring trees in, change them, copy or move them out, and delete
 * them.
 */
abstract class TreesProgramsKit extends DirectoryKit {

	@TempDir
	Path elsewhere;

	@BeforeEach
	void fillElsewhere() {
		sh("cd " + this.elsewhere + " && mkdir -p tree/one/deeper 'tree/two words' tree/empty"
				+ " && printf 'hello\\n' > tree/a.txt && seq 20000 > tree/one/numbers && : > tree/one/nothing"
				+ " && head -c 300000 /dev/urandom > tree/one/deeper/random && printf x > 'tree/two words/x y'"
				+ " && find tree -exec touch -d @1000000000 {} +");
	}

	private void assertSame(String tree) {
		assertThat(sh("diff -r " + tree + " " + this.elsewhere + "/tree && find " + tree + " -type d | wc -l").strip())
			.isEqualTo("5");
	}

	@Test
	void copiesTrees() {
		// cp -r tree .
		sh("cp -r " + this.elsewhere + "/tree .");
		assertSame("tree");
		// cp -a tree copy
		sh("cp -a tree copy");
		assertSame("copy");
		// mv copy tree/empty
		sh("mv copy tree/empty && diff -r tree/empty/copy " + this.elsewhere + "/tree");
		// rm -r tree
		sh("rm -r tree");
		assertThat(names()).isEmpty();
	}

	@Test
	void movesTreesInAndOut() {
		// mv elsewhere/tree .
		sh("cp -a " + this.elsewhere + "/tree " + this.elsewhere + "/other && mv " + this.elsewhere + "/other .");
		assertSame("other");
		// mv other elsewhere
		sh("mv other " + this.elsewhere + " && diff -r " + this.elsewhere + "/other " + this.elsewhere + "/tree");
		assertThat(names()).isEmpty();
	}

	@Test
	void synchronisesTrees() {
		assumeInstalled("rsync");
		String rsync = "rsync -a --delete " + this.elsewhere + "/tree/ tree/";
		// rsync -a --delete tree/ tree/
		sh(rsync);
		assertSame("tree");
		// Nothing is left to do.
		assertThat(sh(rsync + " --itemize-changes")).isEmpty();
		sh("cd " + this.elsewhere
				+ "/tree && rm -r one && printf changed > a.txt && mkdir -p three/four && printf 4 > three/four/f");
		sh(rsync);
		assertThat(sh("diff -r tree " + this.elsewhere + "/tree")).isEmpty();
	}

	@Test
	void unpacksAndPacksArchives() {
		// tar c tree | tar x
		sh("tar c -C " + this.elsewhere + " tree | tar x");
		assertSame("tree");
		assertThat(sh("stat -c %Y tree/one/numbers").strip()).isEqualTo("1000000000");
		// tar c tree
		sh("tar c tree | tar t | sort > " + this.elsewhere + "/list && test $(wc -l < " + this.elsewhere
				+ "/list) = 10");
	}

	@Test
	void unpacksAndPacksZips() {
		assumeInstalled("zip", "unzip");
		sh("cd " + this.elsewhere + " && zip -qr tree.zip tree");
		// unzip -q tree.zip
		sh("unzip -q " + this.elsewhere + "/tree.zip");
		assertSame("tree");
		// zip -qr tree.zip tree
		sh("zip -qr again.zip tree && unzip -tq again.zip");
	}

	@Test
	void searchesTrees() {
		sh("cp -r " + this.elsewhere + "/tree .");
		// find -name, -empty, -type d
		assertThat(sh("find tree -name 'x y'").strip()).isEqualTo("tree/two words/x y");
		assertThat(sh("find tree -empty | sort").lines()).containsExactly("tree/empty", "tree/one/nothing");
		// grep -r
		assertThat(sh("grep -rl 19999 tree").strip()).isEqualTo("tree/one/numbers");
		// ls -R, du
		assertThat(sh("ls -R tree | grep -c :").strip()).isEqualTo("5");
		assertThat(sh("du -sb --apparent-size tree/one/deeper/random | cut -f1").strip()).isEqualTo("300000");
		// find -delete
		sh("find tree -delete");
		assertThat(names()).isEmpty();
	}

	@Test
	void keepsRepositories() {
		assumeInstalled("git");
		String git = "export GIT_CONFIG_NOSYSTEM=1 HOME=" + this.elsewhere
				+ " GIT_AUTHOR_NAME=me GIT_AUTHOR_EMAIL=me@here"
				+ " GIT_COMMITTER_NAME=me GIT_COMMITTER_EMAIL=me@here; set -e; ";
		sh("cp -r " + this.elsewhere + "/tree .");
		// git init; git add; git commit
		sh(git + "cd tree && git init -q -b main . && git add . && git commit -qm one");
		// git checkout -b; git mv; git checkout main; git merge
		sh(git + "cd tree && git checkout -q -b side && git mv one moved && git commit -qam two && git checkout -q main"
				+ " && test -e one/numbers && test ! -e moved && git merge -q side && test -e moved/deeper/random");
		// git gc; git fsck; git status
		assertThat(sh(git + "cd tree && git gc -q && git fsck --full --no-dangling 2>&1 && git status --porcelain"))
			.isEmpty();
		// git clone
		sh(git + "git clone -q tree clone && diff -r -x .git -x empty tree clone && git clone -q tree " + this.elsewhere
				+ "/clone && diff -r -x .git -x empty tree " + this.elsewhere + "/clone");
		sh("rm -rf tree clone");
		assertThat(names()).isEmpty();
	}

}
