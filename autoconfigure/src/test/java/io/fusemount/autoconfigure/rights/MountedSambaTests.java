package io.fusemount.autoconfigure.rights;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

import io.fusemount.conformance.programs.SambaSettings;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.shell.ShellResult;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Users who log in to one share of Samba, as {@code deploy} configures it, and who do not
 * see the same.
 */
@EnabledIfFuse
@Timeout(300)
class MountedSambaTests {

	private static final String CLERK = DeskApplication.CLERK;

	private static final String CUSTOMER = DeskApplication.CUSTOMER;

	private static final String OTHER = DeskApplication.OTHER;

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	@TempDir
	private static Path directory;

	private static ConfigurableApplicationContext application;

	private static Process server;

	private static int port;

	@BeforeAll
	static void start() throws IOException {
		for (String program : List.of("smbd", "smbclient", "smbpasswd", "stdbuf")) {
			assumeTrue(Shell.has(program), "The program '" + program + "' is not installed");
		}
		assumeTrue("root".equals(System.getProperty("user.name")),
				"smbd becomes the user who has logged in, so it has to be started by root");
		Shell.in(directory).check("chmod a+rx . && printf text >local && printf 'other text' >other");
		application = DeskApplication.start(directory, "--fusemount.allow-other=true", "--fusemount.umask=000");
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			port = socket.getLocalPort();
		}
		Path workspace = Files.createDirectory(directory.resolve("samba"));
		Files.writeString(workspace.resolve("smb.conf"), """
				include = %s
				[global]
				%s
				[archive]
				path = %s
				""".formatted(Path.of("../deploy/samba/smb.conf").toAbsolutePath().normalize(),
				SambaSettings.keptIn(workspace, port), directory.resolve("mnt")));
		for (String user : List.of(CLERK, CUSTOMER, OTHER)) {
			Shell.in(workspace).check("printf 'secret\\nsecret\\n' | smbpasswd -c smb.conf -s -a " + user);
		}
		server = new ProcessBuilder("smbd", "--foreground", "-s", workspace.resolve("smb.conf").toString())
			.redirectErrorStream(true)
			.redirectOutput(workspace.resolve("output").toFile())
			.start();
		await().atMost(PATIENCE).untilAsserted(() -> smb(CLERK, "ls").requireSuccess());
	}

	@AfterAll
	static void stop() {
		if (server != null) {
			server.descendants().forEach(ProcessHandle::destroy);
			server.destroy();
			server.onExit().orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
		}
		if (application != null) {
			application.close();
		}
	}

	@BeforeEach
	void makePapers() {
		application.getBean(PaperRepository.class).deleteAll();
		smb(CUSTOMER, "put local mine.txt; put local also.txt").requireSuccess();
		smb(OTHER, "put local theirs.txt").requireSuccess();
	}

	private static String smbclient(String user, String commands) {
		return "smbclient //127.0.0.1/archive -U " + user + "%secret -s /dev/null -p " + port + " -c "
				+ Shell.quote(commands) + " 2>&1";
	}

	private static ShellResult smb(String user, String commands) {
		return Shell.in(directory).run(smbclient(user, "cd papers; " + commands));
	}

	private static TreeSet<String> listed(String user) {
		TreeSet<String> names = new TreeSet<>();
		smb(user, "ls").requireSuccess()
			.output()
			.lines()
			.map((line) -> line.strip().split("\\s+", 2)[0])
			.filter((name) -> name.endsWith(".txt"))
			.forEach(names::add);
		return names;
	}

	/** What the application's own table says, without its rules. */
	private static List<Map<String, Object>> rows() {
		return application.getBean(JdbcTemplate.class)
			.queryForList("select name, owner, changer, size from paper order by name");
	}

	private static TreeSet<String> allowed(String user) {
		TreeSet<String> names = new TreeSet<>();
		rows().stream()
			.filter((row) -> user.equals(CLERK) || user.equals(row.get("owner")))
			.forEach((row) -> names.add((String) row.get("name")));
		return names;
	}

	@Test
	void usersListAndReadWhatTheyMaySee() {
		assertThat(rows()).extracting((row) -> row.get("owner")).containsExactly(CUSTOMER, CUSTOMER, OTHER);
		for (String user : List.of(CLERK, CUSTOMER, OTHER, CLERK, OTHER)) {
			assertThat(listed(user)).as(user).isEqualTo(allowed(user));
			for (Map<String, Object> row : rows()) {
				assertThat(smb(user, "get " + row.get("name") + " got").isSuccess()).as(user + row)
					.isEqualTo(allowed(user).contains(row.get("name")));
			}
		}
	}

	@Test
	void whatAUserMayNotSeeIsAnsweredAsWhatIsNotThere() {
		for (String command : List.of("get NAME got", "del NAME", "allinfo NAME", "rmdir NAME", "ls NAME",
				"rename NAME other.txt", "cd NAME", "more NAME", "setmode NAME +r", "utimes NAME -1 -1 -1 -1")) {
			smb(CLERK, "get theirs.txt got").requireSuccess();
			ShellResult hidden = smb(CUSTOMER, command.replace("NAME", "theirs.txt"));
			ShellResult absent = smb(CUSTOMER, command.replace("NAME", "absent.txt"));
			assertThat(hidden.output()).as(command).contains("NT_STATUS_");
			assertThat(withoutFigures(hidden.output().replace("theirs.txt", "absent.txt")))
				.isEqualTo(withoutFigures(absent.output()));
		}
		assertThat(rows()).hasSize(3);
	}

	/** A listing ends with the free blocks. */
	private static String withoutFigures(String output) {
		return output.replaceAll("\\d+ blocks", "blocks");
	}

	@Test
	void aHiddenNameIsTaken() {
		for (String command : List.of("put local theirs.txt", "rename mine.txt theirs.txt",
				"rename mine.txt theirs.txt -f", "mkdir theirs.txt")) {
			assertThat(smb(CUSTOMER, command).output()).as(command).contains("NT_STATUS_");
		}
		assertThat(rows()).extracting((row) -> row.get("name")).containsExactly("also.txt", "mine.txt", "theirs.txt");
		assertThat(rows().get(2)).containsEntry("owner", OTHER).containsEntry("changer", OTHER);
	}

	@Test
	void whatUsersWriteIsRecordedAsTheirs() {
		smb(CLERK, "put other theirs.txt").requireSuccess();
		smb(CUSTOMER, "rename mine.txt also.txt -f").requireSuccess();
		assertThat(rows()).extracting((row) -> row.get("name"), (row) -> row.get("owner"), (row) -> row.get("changer"))
			.containsExactly(tuple("also.txt", CUSTOMER, CUSTOMER), tuple("theirs.txt", OTHER, CLERK));
		smb(CLERK, "del theirs.txt").requireSuccess();
		assertThat(listed(OTHER)).isEmpty();
	}

	@Test
	void nobodyIsNotifiedOfTheFilesOfOthers() throws Exception {
		Path output = directory.resolve("notified");
		Process watcher = new ProcessBuilder("sh", "-c",
				"exec stdbuf -oL " + smbclient(CUSTOMER, "notify papers") + " </dev/null")
			.directory(directory.toFile())
			.redirectOutput(output.toFile())
			.start();
		try {
			// The answer, if there is one, may take as long as the server needs to watch.
			await().atMost(PATIENCE).untilAsserted(() -> {
				smb(CUSTOMER, "put local own.txt; del own.txt").requireSuccess();
				assertThat(Files.readString(output)).containsAnyOf("own.txt", "NT_STATUS_NOT_IMPLEMENTED");
			});
			smb(OTHER, "put local secret.txt; rename secret.txt secret2.txt; del secret2.txt").requireSuccess();
			smb(CUSTOMER, "put local last.txt; del last.txt").requireSuccess();
			await().atMost(PATIENCE)
				.untilAsserted(() -> assertThat(Files.readString(output)).containsAnyOf("last.txt",
						"NT_STATUS_NOT_IMPLEMENTED"));
			assertThat(Files.readString(output)).doesNotContain("secret");
		}
		finally {
			watcher.destroy();
			watcher.waitFor();
		}
	}

}
