package io.fusemount.conformance.programs;

import java.nio.file.Path;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: the directory can be the work tree of a git repository in another place.
 */
abstract class ProgramsGitKit extends SaveKit {

	@TempDir
	Path elsewhere;

	@BeforeEach
	void existing() {
		assumeInstalled("git");
		existing("a.txt", TEXT);
	}

	/** Runs git as a user without a configuration. */
	private String git(String line) {
		return sh("export GIT_CONFIG_NOSYSTEM=1 HOME=" + this.elsewhere + " GIT_AUTHOR_NAME=me GIT_AUTHOR_EMAIL=me@here"
				+ " GIT_COMMITTER_NAME=me GIT_COMMITTER_EMAIL=me@here; set -e; " + line);
	}

	@Test
	void repositoryInTheDirectoryNeedsSubdirectories() {
		if (target().hasSubdirectories()) {
			git("git init -q . && rm -r .git");
			return;
		}
		// mkdir("./.git", 0777) = EPERM
		shFails("git init .", "Operation not permitted");
		assertThat(shell().run("git init .").status()).isNotZero();
		assertLeft("a.txt");
		assertKept("a.txt", TEXT);
	}

	@Test
	void worksOnTheDirectory() {
		String repository = this.elsewhere + "/repository";
		// git init --separate-git-dir=elsewhere/repository .; git add a.txt; git commit
		git("git init -q -b main --separate-git-dir=" + repository + " . && git add a.txt && git commit -qm one");
		// git checkout -b side; git commit -a; git checkout main; git merge side
		git("git checkout -q -b side && echo four >> a.txt && git commit -qam two && git checkout -q main"
				+ " && sed -i 1s/one/1/ a.txt && git commit -qam three && git merge -q -m four side");
		assertContent("a.txt", "1\ntwo\nthree\nfour\n");
		// git stash; git stash pop; git checkout a.txt; git mv; git rm
		git("echo five >> a.txt && git stash -q && git stash pop -q && git checkout -q a.txt && git mv a.txt b.txt"
				+ " && cp b.txt c.txt && git add c.txt && git commit -qm five && git rm -q c.txt && git commit -qm six");
		assertContent("b.txt", "1\ntwo\nthree\nfour\n");
		// git gc; git fsck; git status
		assertThat(git("git gc -q && git fsck --full --no-dangling 2>&1 && git status --porcelain")).isEmpty();
		assertRowsNow(".git", "b.txt");
	}

	@Test
	void clonesIntoTheDirectory() {
		git("git init -q -b main " + this.elsewhere + "/origin && cd " + this.elsewhere
				+ "/origin && seq 50000 > numbers"
				+ " && printf 'x\\n' > x && git add . && git commit -qm one && git gc -q");
		sh("rm a.txt");
		// git clone --separate-git-dir=elsewhere/clone elsewhere/origin .
		git("git clone -q --separate-git-dir=" + this.elsewhere + "/clone " + this.elsewhere + "/origin .");
		assertContent("x", "x\n");
		assertThat(git("seq 50000 | cmp - numbers && git fsck 2>&1 && git status --porcelain")).isEmpty();
		// git pull
		git("cd " + this.elsewhere + "/origin && printf 'y\\n' > x && git commit -qam two");
		git("git pull -q");
		assertContent("x", "y\n");
		assertRowsNow(".git", "numbers", "x");
	}

}
