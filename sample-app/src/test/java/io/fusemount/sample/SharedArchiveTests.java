package io.fusemount.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.fusemount.conformance.machine.EnabledIfMachine;
import io.fusemount.conformance.machine.Machine;
import io.fusemount.conformance.programs.SambaSettings;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.shell.ShellResult;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * The archive as ordinary users of other machines have it, by the configurations in
 * {@code deploy}: Alice is in its group, Bob is not.
 */
@EnabledIfFuse
@EnabledIfMachine
@Timeout(300)
@TestInstance(Lifecycle.PER_CLASS)
class SharedArchiveTests {

	/** As {@code deploy/nfs/ganesha.conf} has it. */
	private static final int OWNER = 10001;

	private static final int ALICE = 64001;

	private static final int BOB = 64002;

	@TempDir
	static Path directory;

	private RunningArchive archive;

	@BeforeAll
	void start() throws IOException {
		Shell.in(directory).check("chmod a+rx . && printf text >local.txt");
		this.archive = RunningArchive.start(directory, "--fusemount.allow-other=true", "--fusemount.uid=" + OWNER,
				"--fusemount.gid=" + OWNER, "--fusemount.umask=002", named(OWNER, "archive"), named(ALICE, "alice"),
				named(BOB, "bob"), "--archive.logins.alice.role=clerk", "--archive.logins.bob.role=clerk");
	}

	private static String named(int user, String name) {
		return "--fusemount.security.accounts." + user + ".name=" + name;
	}

	@AfterAll
	void stop() {
		this.archive.close();
	}

	private static void assumeInstalled(String... programs) {
		for (String program : programs) {
			assumeTrue(Shell.has(program), "The program '" + program + "' is not installed");
		}
		assumeTrue("root".equals(System.getProperty("user.name")),
				"Servers become the user who has logged in, so they have to be started by root");
	}

	/** On a machine that knows the two. */
	private ShareServer samba(int port) throws IOException {
		assumeInstalled("smbd", "smbclient", "smbpasswd");
		Path workspace = Files.createTempDirectory(directory, "samba");
		Files.writeString(workspace.resolve("smb.conf"), """
				include = %s/samba/smb.conf
				[global]
				%s
				[archive]
				path = %s
				""".formatted(ShareServer.DEPLOY, SambaSettings.keptIn(workspace, port), this.archive.mountPoint()));
		Files.writeString(workspace.resolve("passwd"), Files.readString(Path.of("/etc/passwd")) + """
				alice:x:%1$d:%1$d::/:/bin/false
				bob:x:%2$d:%2$d::/:/bin/false
				""".formatted(ALICE, BOB));
		Files.writeString(workspace.resolve("group"), Files.readString(Path.of("/etc/group")) + """
				alice:x:%1$d:
				bob:x:%2$d:
				archive:x:%3$d:alice
				""".formatted(ALICE, BOB, OWNER));
		List<String> command = new ArrayList<>(new Machine(workspace).line("cd " + Shell.quote(workspace))
			.line("mount --bind passwd /etc/passwd; mount --bind group /etc/group")
			.line("for user in alice bob; do printf 'secret\\nsecret\\n' | smbpasswd -c smb.conf -s -a $user; done")
			.command());
		command.addAll(List.of("smbd", "--foreground", "-s", workspace.resolve("smb.conf").toString()));
		return ShareServer.start(workspace, command, smbclient(port, "-U alice%secret", "ls"));
	}

	private static String smbclient(int port, String login, String commands) {
		return "smbclient //127.0.0.1/archive " + login + " -s /dev/null -p " + port + " -c " + Shell.quote(commands)
				+ " 2>&1";
	}

	private static ShellResult smb(int port, String login, String commands) {
		return Shell.in(directory).run(smbclient(port, login, commands));
	}

	@Test
	void bySambaUsersWorkAsThemselvesAndTheModesOfTheFilesDecide() throws IOException {
		int port = ShareServer.freePort();
		try (ShareServer server = samba(port)) {
			smb(port, "-U alice%secret",
					"cd documents; put local.txt alice.txt; put local.txt alice.tmp; rename alice.tmp alice2.txt")
				.requireSuccess();
			assertThat(this.archive.item("documents", "alice.txt")).containsEntry("size", 4)
				.containsEntry("createdBy", "alice");
			assertThat(
					this.archive.shell().check("stat -c '%u %g %a' documents/alice.txt documents/alice2.txt").lines())
				.containsOnly(OWNER + " " + OWNER + " 664");
			smb(port, "-U bob%secret", "cd documents; get alice.txt bobs.txt").requireSuccess();
			assertThat(directory.resolve("bobs.txt")).hasContent("text");
			for (String change : List.of("put local.txt new.txt", "put local.txt alice.txt", "del alice.txt",
					"rename alice.txt bob.txt")) {
				assertThat(smb(port, "-U bob%secret", "cd documents; " + change).output()).as(change)
					.contains("NT_STATUS_ACCESS_DENIED");
			}
			assertThat(smb(port, "-N", "ls").isSuccess()).as(server::toString).isFalse();
			assertThat(smb(port, "-U nobody%secret", "ls").output()).contains("NT_STATUS_LOGON_FAILURE");
			assertThat(this.archive.shell().check("cat documents/alice.txt")).isEqualTo("text");
			smb(port, "-U alice%secret", "cd documents; del alice.txt; del alice2.txt").requireSuccess();
			assertThat(names()).doesNotContain("alice.txt", "alice2.txt", "new.txt", "bob.txt");
		}
	}

	private List<Object> names() {
		return this.archive.items("documents").stream().map((Map<String, Object> item) -> item.get("name")).toList();
	}

	/**
	 * Starts NFS.
	 * @param squash the user to whom clients are mapped
	 */
	private ShareServer nfs(int port, String squash) throws IOException {
		assumeInstalled("ganesha.nfsd", "nfs-ls", "nfs-cp", "nfs-cat");
		Path workspace = Files.createTempDirectory(directory, "nfs");
		// No grace period for clients of an earlier server, which would take 90 s.
		Files.writeString(workspace.resolve("ganesha.conf"),
				Files.readString(ShareServer.DEPLOY.resolve("nfs/ganesha.conf"))
					.replace("Path = /srv/archive;", "Path = " + this.archive.mountPoint() + ";")
					.replace("Squash = All_Squash;", "Squash = " + squash + ";")
					.replace("Protocols = 4;", "Protocols = 4; NFS_Port = " + port + "; Bind_addr = 127.0.0.1;")
						+ "NFSV4 { Graceless = true; }\n");
		return ShareServer.start(workspace,
				List.of("ganesha.nfsd", "-F", "-f", workspace.resolve("ganesha.conf").toString(), "-L",
						workspace.resolve("log").toString(), "-p", workspace.resolve("pid").toString()),
				"nfs-ls " + url(port, "", ALICE, ALICE) + " 2>&1");
	}

	private static String url(int port, String path, int user, int group) {
		return Shell
			.quote("nfs://127.0.0.1/archive" + path + "?version=4&nfsport=" + port + "&uid=" + user + "&gid=" + group);
	}

	@Test
	void byNfsUsersOfTheMachinesThatAreListedWorkAsItsOwner() throws IOException {
		int port = ShareServer.freePort();
		try (ShareServer server = nfs(port, "All_Squash")) {
			Shell shell = Shell.in(directory);
			shell.check("nfs-cp local.txt " + url(port, "/documents/nfs.txt", ALICE, ALICE));
			assertThat(shell.check("nfs-cat " + url(port, "/documents/nfs.txt", BOB, BOB))).as(server::toString)
				.isEqualTo("text");
			await().atMost(Duration.ofSeconds(60))
				.untilAsserted(() -> assertThat(this.archive.item("documents", "nfs.txt")).containsEntry("size", 4)
					.containsEntry("createdBy", "archive"));
			this.archive.shell().check("rm documents/nfs.txt");
		}
	}

	@Test
	void byNfsUsersWhoAreThemselvesReadAndTheModesOfTheFilesDecide() throws IOException {
		int port = ShareServer.freePort();
		try (ShareServer server = nfs(port, "Root_Squash")) {
			Shell shell = Shell.in(directory);
			String listing = shell.check("nfs-ls " + url(port, "/documents", BOB, BOB));
			assertThat(listing).as(server::toString).contains("Meeting notes.md");
			assertThat(shell.run("nfs-cp local.txt " + url(port, "/documents/bob.txt", BOB, BOB)).errors())
				.contains("NFS4ERR_ACCESS");
			assertThat(names()).doesNotContain("bob.txt");
		}
	}

}
