package io.fusemount.autoconfigure.owners;

import java.nio.file.Path;

import io.fusemount.autoconfigure.mounted.Launch;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.conformance.shell.OtherUsers;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Real users of the machine in directories whose rows keep owner, group and mode.
 */
@EnabledIfFuse
@Timeout(300)
class MountedOwnersTests {

	@TempDir
	private static Path directory;

	private static ConfigurableApplicationContext application;

	private static Shell files;

	@BeforeAll
	static void start() {
		OtherUsers.assumeIn(directory);
		application = Launch.start(TeamApplication.class, "jdbc:h2:" + directory.resolve("team"), directory,
				"--fusemount.allow-other=true");
		files = Shell.in(directory.resolve("mnt/team"));
	}

	@AfterAll
	static void stop() {
		if (application != null) {
			application.close();
		}
	}

	@BeforeEach
	void makeDirectory() {
		files.check("mkdir -m 1777 all");
	}

	@AfterEach
	void removeDirectory() {
		files.check("rm -rf all");
	}

	private static String as(String user, String command) {
		return "cd all; " + OtherUsers.as(user, command);
	}

	private static String owners(String path) {
		return files.check("stat -c '%U:%G %a' " + path).strip();
	}

	@Test
	void whatIsNewIsItsCreatorsWithTheModeThatTheUmaskLeaves() {
		files.check(as("daemon", "umask 027; echo text > a; mkdir d; umask 077; echo text > b"));
		assertThat(owners("all/a")).isEqualTo("daemon:daemon 640");
		assertThat(owners("all/b")).isEqualTo("daemon:daemon 600");
		assertThat(owners("all/d")).isEqualTo("daemon:daemon 750");
		assertThat(application.getBean(JdbcTemplate.class)
			.queryForObject("select concat(owner, ' ', team, ' ', mode) from item where name = 'a'", String.class))
			.isEqualTo("daemon daemon " + 0640);
	}

	@ParameterizedTest
	@ValueSource(strings = { "cat a", "echo x >> a", "ls d", "echo x > d/new", "chmod 777 a", "chown bin a",
			"chgrp bin a", "rm -f a", "mv a b", "chmod 777 d", "rmdir d" })
	@Semantics("The kernel checks owner, group and mode: EACCES and EPERM where POSIX says so.")
	void theKernelChecksWhoMayDoWhat(String command) {
		files.check(as("daemon", "umask 077; echo text > a; mkdir d"));
		assertThat(files.run(as("bin", command)).errors()).containsAnyOf("Permission denied", "not permitted");
		assertThat(files.check(as("daemon", "cat a; ls -d d"))).isEqualTo("text\nd\n");
		assertThat(owners("all/a")).isEqualTo("daemon:daemon 600");
	}

	@Test
	void ownersChangeModesAndRootChangesOwners() {
		files.check(as("daemon", "echo text > a; chmod u=rwx,go=r a"));
		assertThat(owners("all/a")).isEqualTo("daemon:daemon 744");
		files.check("chown bin:sys all/a");
		assertThat(owners("all/a")).isEqualTo("bin:sys 744");
		assertThat(files.check(as("bin", "cat a; chmod 600 a; echo more >> a; cat a"))).isEqualTo("text\ntext\nmore\n");
		assertThat(files.run(as("daemon", "cat a")).errors()).contains("Permission denied");
	}

	@ParameterizedTest
	@ValueSource(strings = { "echo more >> a", "echo new > a", "truncate -s 2 a", "truncate -s 9 a",
			"dd if=/dev/zero of=a bs=1 count=1 conv=notrunc status=none",
			"dd if=/dev/zero of=a bs=4096 count=1 oflag=direct conv=notrunc status=none",
			"fallocate -l $((`stat -c %s a` + 100)) a", "fallocate -p -o 0 -l 1 a", "cp /etc/hostname a" })
	void whoeverChangesAProgramCannotRunAsItsOwner(String command) {
		files.check(as("daemon", "echo text > a; chmod 6777 a"));
		files.check("cd all; " + command);
		assertThat(owners("all/a")).isEqualTo("daemon:daemon 6777");
		files.check(as("bin", command));
		assertThat(owners("all/a")).isEqualTo("daemon:daemon 777");
		assertThat(application.getBean(JdbcTemplate.class)
			.queryForObject("select mode from item where name = 'a'", Integer.class)).isEqualTo(0777);
	}

	@ParameterizedTest
	@ValueSource(strings = { "exec 3<>a; echo more >&3", "exec 3>a", "exec 3<>a; fallocate -l 100 a",
			"exec 3<>a; dd if=/dev/zero of=a bs=4096 count=1 oflag=direct conv=notrunc status=none" })
	void aProgramSeesAtOnceWhatItsChangeTakes(String command) {
		files.check(as("daemon", "echo text > a; chmod 6777 a"));
		assertThat(files.check(as("bin", "stat -c %a a; " + command + "; stat -c %a a"))).isEqualTo("6777\n777\n");
	}

	@Test
	void aDirectoryOfAGroupGivesItsGroupToWhatIsNewInIt() {
		files.check("mkdir all/d; chgrp sys all/d; chmod 2777 all/d");
		files.check(as("daemon", "echo text > d/a; mkdir d/e"));
		assertThat(owners("all/d/a")).isEqualTo("daemon:sys 644");
		assertThat(owners("all/d/e")).isEqualTo("daemon:sys 2755");
	}

	@ParameterizedTest
	@ValueSource(strings = { "cp -a source copy", "rsync -a source/ copy",
			"mkdir copy; tar -C source -c . | tar -C copy -xp" })
	@Semantics("`cp -a`, `rsync -a` and `tar -p` keep owner, group and mode.")
	void copiesKeepOwnersAndModes(String command) {
		assumeTrue(!command.startsWith("rsync") || Shell.has("rsync"), "No rsync");
		files.check("mkdir all/source all/source/d; echo a > all/source/a; echo b > all/source/d/b; "
				+ "chown bin:sys all/source/a; chmod 4751 all/source/a; chown daemon all/source/d; chmod 2770 all/source/d");
		files.check("cd all; " + command);
		String list = "; find . -mindepth 1 -printf '%P %u %g %m\\n' | sort";
		assertThat(files.check("cd all/copy" + list)).isEqualTo(files.check("cd all/source" + list))
			.contains("a bin sys 4751", "d daemon root 2770");
	}

	@ParameterizedTest
	@ValueSource(strings = { "sed -i s/old/new/ a", "echo new > b; chmod 640 b; mv b a",
			"cp a a.new; sed s/old/new/ a > a.new; chmod 640 a.new; mv a.new a" })
	@Semantics("A row remains that of its owner and group when a program saves it by a rename.")
	void aRowRemainsItsOwnersWhoeverSavesIt(String command) {
		files.check("mkdir -m 777 all/d");
		files.check(as("daemon", "cd d; echo old > a; chmod 640 a; chgrp daemon a"));
		files.check("cd all/d; " + command);
		assertThat(owners("all/d/a")).isEqualTo("daemon:daemon 640");
		assertThat(files.check("cat all/d/a")).isEqualTo("new\n");
	}

	@Test
	void scriptsRunIfTheirModeSaysSo() {
		files.check(as("daemon", "printf '#!/bin/sh\\necho ran\\n' > script"));
		assertThat(files.run(as("daemon", "./script")).errors()).contains("Permission denied");
		assertThat(files.check(as("daemon", "chmod +x script; ./script"))).isEqualTo("ran\n");
	}

	@Test
	void hooksOfGitRun() {
		assumeTrue(Shell.has("git"), "No git");
		String hook = "printf '#!/bin/sh\\necho checked > hook.log\\n' > .git/hooks/pre-commit";
		files.check("mkdir all/work; cd all/work; git init -q .; git config core.filemode; " + hook
				+ "; chmod +x .git/hooks/pre-commit; echo a > a; git add a; "
				+ "git -c user.name=a -c user.email=a@b.c commit -qm first");
		assertThat(files.check("cat all/work/hook.log")).isEqualTo("checked\n");
		assertThat(files.check("cd all/work; git config core.filemode; chmod +x a; git status --short a"))
			.isEqualTo("true\n M a\n");
	}

}
