package io.fusemount.sample;

import java.io.BufferedReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.sql.DataSource;

import com.jayway.jsonpath.JsonPath;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import io.fusemount.core.limit.DatabasePermits;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.http.ResponseEntity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * The endpoint {@code fusemounts} of the archive, by HTTP and JMX, while programs use the
 * mount and the database hangs.
 */
@EnabledIfFuse
@Timeout(300)
class ManagementTests {

	@TempDir
	private static Path directory;

	private static RunningArchive archive;

	private final List<Process> programs = new CopyOnWriteArrayList<>();

	@BeforeAll
	static void start() {
		archive = RunningArchive.start(directory, "--management.endpoint.fusemounts.access=unrestricted",
				"--management.endpoints.jmx.exposure.include=fusemounts", "--spring.jmx.enabled=true",
				"--management.endpoints.jmx.domain=fusemount.management-tests",
				"--spring.datasource.url=jdbc:h2:mem:management;LOCK_TIMEOUT=60000", "--fusemount.database.timeout=60s",
				"--fusemount.database.max-wait=60s");
	}

	@AfterAll
	static void stop() {
		archive.close();
	}

	@BeforeEach
	void mountAgain() {
		if (!"MOUNTED".equals(read("$.state", archive.get("/actuator/fusemounts/default")))) {
			assertThat(post("default", "{'action': 'mount'}").getStatusCode().value()).isEqualTo(200);
		}
	}

	private static ResponseEntity<byte[]> post(String mount, String body) {
		return archive.post("/actuator/fusemounts/" + mount, body.replace('\'', '"'));
	}

	private static String text(ResponseEntity<byte[]> response) {
		byte[] body = response.getBody();
		return (body != null) ? new String(body, StandardCharsets.UTF_8) : "";
	}

	private static <T> T read(String path, ResponseEntity<byte[]> response) {
		return JsonPath.read(text(response), path);
	}

	private static String error(ResponseEntity<byte[]> response, int status) {
		assertThat(response.getStatusCode().value()).as(text(response)).isEqualTo(status);
		return read("$.error", response);
	}

	/** A program that has a file open and does not close it until its input ends. */
	private Process writer(String file, String text) throws Exception {
		Process process = new ProcessBuilder("perl", "-e",
				"open(F, '>', $ARGV[0]) or die $!; syswrite(F, $ARGV[1]); <STDIN>; close(F)", file, text)
			.directory(archive.mountPoint().toFile())
			.redirectErrorStream(true)
			.start();
		this.programs.add(process);
		String dirty = "/" + file + "\",\"mode\":\"WRITE\",\"dirty\":true,\"dirtyBytes\":" + text.length();
		await().atMost(Duration.ofMinutes(1)).until(() -> handles().contains(dirty));
		return process;
	}

	@AfterEach
	void endPrograms() {
		this.programs.forEach(Process::destroyForcibly);
	}

	private static String handles() {
		return text(archive.get("/actuator/fusemounts/default/handles"));
	}

	@Test
	void showsTheMountInFull() {
		archive.shell().check("echo text > documents/shown.txt");
		ResponseEntity<byte[]> mount = archive.get("/actuator/fusemounts/default");
		Map<String, Object> shown = read("$", mount);
		assertThat(shown).containsKeys("since", "executor", "permits", "spool", "unsaved", "contentCache",
				"directories", "failures");
		assertThat(JsonPath.<Integer>read(text(mount), "$.permits.limit")).isPositive();
		assertThat(JsonPath.<Integer>read(text(mount), "$.executor.limit")).isEqualTo(32);
		assertThat(JsonPath.<String>read(text(mount), "$.spool.directory")).startsWith(directory.toString());
		assertThat(JsonPath.<List<String>>read(text(mount), "$.directories[?(@.path == 'documents')].repository"))
			.containsExactly("io.fusemount.sample.document.DocumentRepository");
		assertThat(JsonPath.<List<String>>read(text(mount), "$.directories[?(@.path == 'documents')].entity"))
			.containsExactly("io.fusemount.sample.document.Document");
		assertThat(text(archive.get("/actuator/fusemounts"))).contains("\"mounts\":{\"default\":{");
	}

	@Test
	void showsFailuresWithTheirReasonAndNothingOfContent() {
		archive.shell().run("echo secret-content > invoices/virus.exe");
		ResponseEntity<byte[]> mount = archive.get("/actuator/fusemounts/default");
		Map<String, String> failure = read("$.failures[0]", mount);
		assertThat(failure).containsKeys("time", "errno", "reason").containsEntry("path", "/invoices/virus.exe");
		assertThat(text(mount)).doesNotContain("secret-content");
	}

	@Test
	void showsWhatProgramsHaveOpen() throws Exception {
		Process process = writer("documents/open.txt", "12345");
		ResponseEntity<byte[]> handles = archive.get("/actuator/fusemounts/default/handles?limit=1000");
		Map<String, Object> handle = JsonPath
			.<List<Map<String, Object>>>read(text(handles), "$.handles[?(@.path == '/documents/open.txt')]")
			.get(0);
		assertThat(handle).containsEntry("mode", "WRITE")
			.containsEntry("dirty", true)
			.containsEntry("dirtyBytes", 5)
			.containsEntry("uid", Files.getAttribute(directory, "unix:uid"))
			.containsEntry("pid", (int) process.pid());
		assertThat(handle.get("age")).asString().startsWith("PT");
		assertThat(JsonPath.<Integer>read(text(handles), "$.total")).isPositive();
		end(process);
		await().until(() -> !handles().contains("/documents/open.txt"));
	}

	private static void end(Process process) throws Exception {
		process.getOutputStream().close();
		assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
	}

	@Test
	void answersWhileNobodyGetsThroughToTheDatabase() throws Exception {
		DatabasePermits permits = archive.bean(DatabasePermits.class);
		CountDownLatch end = new CountDownLatch(1);
		List<CompletableFuture<Void>> holders = IntStream.range(0, permits.limit())
			.mapToObj((i) -> CompletableFuture.runAsync(() -> permits.call(() -> awaitEnd(end)),
					(work) -> new Thread(work).start()))
			.toList();
		try {
			await().until(() -> permits.available() == 0);
			CompletableFuture<String> program = CompletableFuture
				.supplyAsync(() -> archive.shell().run("ls documents/not-known-yet").errors());
			await().until(() -> permits.waiting() > 0);
			ResponseEntity<byte[]> mount = CompletableFuture
				.supplyAsync(() -> archive.get("/actuator/fusemounts/default"))
				.get(30, TimeUnit.SECONDS);
			assertThat(JsonPath.<Integer>read(text(mount), "$.permits.waiting")).isPositive();
			assertThat(JsonPath.<Integer>read(text(mount), "$.permits.used")).isEqualTo(permits.limit());
			assertThat(CompletableFuture.supplyAsync(ManagementTests::handles).get(30, TimeUnit.SECONDS))
				.contains("\"total\":");
			end.countDown();
			assertThat(program.get(60, TimeUnit.SECONDS)).contains("No such file");
		}
		finally {
			end.countDown();
		}
		for (CompletableFuture<Void> holder : holders) {
			holder.get(60, TimeUnit.SECONDS);
		}
	}

	private static Boolean awaitEnd(CountDownLatch end) {
		try {
			return end.await(120, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Test
	void drainsWhatIsDirtyWhileProgramsGoOn() throws Exception {
		Process process = writer("documents/drained.txt", "12345");
		assertThat(archive.items("documents")).noneMatch((item) -> "drained.txt".equals(item.get("name")));
		ResponseEntity<byte[]> drained = post("default", "{'action': 'drain', 'timeout': '30s'}");
		assertThat(drained.getStatusCode().value()).isEqualTo(200);
		assertThat(JsonPath.<Integer>read(text(drained), "$.unstored.total")).as(text(drained)).isZero();
		assertThat(archive.item("documents", "drained.txt")).containsEntry("size", 5);
		assertThat(JsonPath.<String>read(text(drained), "$.state")).isEqualTo("MOUNTED");
		end(process);
	}

	@Test
	void saysWhatIsLeftWhenARowIsLocked() throws Exception {
		archive.shell().check("printf before > documents/locked.txt");
		archive.awaitAllClosed();
		try (Connection connection = lock("locked.txt")) {
			Process process = writer("documents/locked.txt", "after");
			ResponseEntity<byte[]> drained = post("default", "{'action': 'drain', 'timeout': '2s'}");
			assertThat(JsonPath.<Integer>read(text(drained), "$.unstored.total")).as(text(drained)).isOne();
			assertThat(JsonPath.<String>read(text(drained), "$.unstored.files[0].path"))
				.isEqualTo("/documents/locked.txt");
			connection.rollback();
			end(process);
		}
		await().untilAsserted(() -> assertThat(archive.item("documents", "locked.txt")).containsEntry("size", 5));
	}

	private static Connection lock(String name) throws Exception {
		Connection connection = archive.bean(DataSource.class).getConnection();
		connection.setAutoCommit(false);
		int rows = connection.createStatement()
			.executeUpdate("update document set name = name where name = '" + name + "'");
		assertThat(rows).isOne();
		return connection;
	}

	@Test
	void releasesAHandleWhoseCommitHangsAndKeepsItsBytes() throws Exception {
		archive.shell().check("printf before > documents/stuck.txt");
		archive.awaitAllClosed();
		try (Connection connection = lock("stuck.txt")) {
			Process process = writer("documents/stuck.txt", "after");
			process.getOutputStream().close();
			String handles = handles();
			int id = JsonPath.<List<Integer>>read(handles, "$.handles[?(@.path == '/documents/stuck.txt')].id").get(0);
			ResponseEntity<byte[]> released = CompletableFuture
				.supplyAsync(() -> post("default", "{'action': 'release', 'handle': " + id + "}"))
				.get(60, TimeUnit.SECONDS);
			assertThat(released.getStatusCode().value()).as(text(released)).isEqualTo(200);
			String kept = JsonPath.read(text(released), "$.released.keptAs");
			assertThat(archive.shell().check("cat " + kept)).isEqualTo("after");
			assertThat(error(post("default", "{'action': 'release', 'handle': " + id + "}"), 404))
				.isEqualTo("'default' has no open handle " + id);
			assertThat(archive.shell().check("cat documents/stuck.txt")).as("others have it").isEqualTo("before");
			connection.rollback();
			assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
		}
		archive.awaitAllClosed();
		archive.shell().check("rm -f .fusemount/unsaved/*stuck.txt");
	}

	@Test
	void aProgramThatOpensAReleasedFileByItsDescriptorIsTold() throws Exception {
		archive.shell().check("printf text > documents/taken.txt");
		archive.awaitAllClosed();
		Process process = new ProcessBuilder("sh", "-c",
				"exec 3< documents/taken.txt; echo open; read go; cat /dev/fd/3; cat documents/taken.txt")
			.directory(archive.mountPoint().toFile())
			.redirectErrorStream(true)
			.start();
		BufferedReader output = process.inputReader();
		assertThat(output.readLine()).isEqualTo("open");
		int id = JsonPath.<List<Integer>>read(handles(), "$.handles[?(@.path == '/documents/taken.txt')].id").get(0);
		assertThat(post("default", "{'action': 'release', 'handle': " + id + "}").getStatusCode().value())
			.isEqualTo(200);
		process.getOutputStream().write("go\n".getBytes(StandardCharsets.UTF_8));
		process.getOutputStream().close();
		assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
		assertThat(output.readLine()).contains("Stale file handle");
		assertThat(output.readLine()).isEqualTo("text");
	}

	@Test
	void forceUnmountsThoughACommitHangsAndMountsAgain() throws Exception {
		archive.shell().check("printf before > documents/forced.txt");
		archive.awaitAllClosed();
		Process process;
		try (Connection connection = lock("forced.txt")) {
			process = writer("documents/forced.txt", "after");
			process.getOutputStream().close();
			ResponseEntity<byte[]> forced = CompletableFuture
				.supplyAsync(() -> post("default", "{'action': 'unmount', 'force': true}"))
				.get(60, TimeUnit.SECONDS);
			assertThat(forced.getStatusCode().value()).as(text(forced)).isEqualTo(200);
			assertThat(JsonPath.<String>read(text(forced), "$.state")).isEqualTo("UNMOUNTED");
			assertThat(Files.readString(Path.of("/proc/self/mounts"))).doesNotContain(archive.mountPoint().toString());
			connection.rollback();
		}
		assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
		await().untilAsserted(
				() -> assertThat(post("default", "{'action': 'mount'}").getStatusCode().value()).isEqualTo(200));
		assertThat(archive.shell().check("cat documents/forced.txt")).isIn("before", "after");
	}

	@Test
	void unmountsInGoodOrderAndMountsAgain() throws Exception {
		Process process = writer("documents/ordered.txt", "12345");
		ResponseEntity<byte[]> unmounted = post("default", "{'action': 'unmount', 'timeout': '10s'}");
		assertThat(unmounted.getStatusCode().value()).as(text(unmounted)).isEqualTo(200);
		assertThat(archive.item("documents", "ordered.txt")).containsEntry("size", 5);
		assertThat(error(post("default", "{'action': 'drain'}"), 409)).isEqualTo("'default' is not mounted");
		assertThat(post("default", "{'action': 'mount'}").getStatusCode().value()).isEqualTo(200);
		end(process);
		assertThat(archive.shell().check("cat documents/ordered.txt")).isEqualTo("12345");
	}

	@Test
	void forgetsOneFileOrAll() {
		archive.shell().check("printf text > documents/forgotten.txt");
		assertThat(
				post("default", "{'action': 'invalidate', 'path': '/documents/forgotten.txt'}").getStatusCode().value())
			.isEqualTo(200);
		assertThat(post("default", "{'action': 'invalidate', 'path': 'documents'}").getStatusCode().value())
			.isEqualTo(200);
		assertThat(post("default", "{'action': 'invalidate'}").getStatusCode().value()).isEqualTo(200);
		assertThat(error(post("default", "{'action': 'invalidate', 'path': '/documents/none'}"), 404))
			.startsWith("'/documents/none' cannot be looked up: No such file");
	}

	@Test
	void refusesInWords() {
		assertThat(error(post("default", "{}"), 400))
			.isEqualTo("Say what is to be done: 'action' is one of mount, unmount, drain, invalidate, release");
		assertThat(error(post("default", "{'action': 'remount'}"), 400))
			.startsWith("There is no action 'remount', only ");
		assertThat(error(post("default", "{'action': 'unmount', 'timeout': 'soon'}"), 400))
			.isEqualTo("'soon' is no timeout: write it as 500ms, 10s or 2m");
		assertThat(error(post("default", "{'action': 'unmount', 'timeout': 10}"), 400)).startsWith("'10' is no");
		assertThat(error(post("default", "{'action': 'unmount', 'timeout': '11m'}"), 400)).contains("at most 10m");
		assertThat(error(post("default", "{'action': 'unmount', 'force': 'perhaps'}"), 400))
			.isEqualTo("'force' is true or false, not 'perhaps'");
		assertThat(error(post("default", "{'action': 'unmount', 'force': true, 'timeout': '1s'}"), 400))
			.contains("leave the timeout out");
		assertThat(error(post("default", "{'action': 'drain', 'path': '/a'}"), 400))
			.isEqualTo("The action 'drain' takes no 'path'");
		assertThat(error(post("default", "{'action': 'release'}"), 400)).startsWith("Say which handle");
		assertThat(error(post("default", "{'action': 'release', 'handle': 'x'}"), 400))
			.isEqualTo("'x' is not the number of a handle");
		assertThat(error(post("other", "{'action': 'mount'}"), 404))
			.isEqualTo("There is no mount 'other', only 'default'");
		assertThat(error(archive.get("/actuator/fusemounts/other"), 404))
			.isEqualTo("There is no mount 'other', only 'default'");
		assertThat(error(archive.get("/actuator/fusemounts/default/files"), 404))
			.isEqualTo("A mount has no 'files', only 'handles'");
		assertThat(error(archive.get("/actuator/fusemounts/default/handles?limit=0"), 400))
			.isEqualTo("'limit' is a number from 1 to 1000, not '0'");
	}

	@Test
	void hasTheSameByJmx() throws Exception {
		MBeanServer server = ManagementFactory.getPlatformMBeanServer();
		Set<ObjectName> names = server.queryNames(new ObjectName("fusemount.management-tests:name=Fusemounts,*"), null);
		ObjectName endpoint = names.iterator().next();
		Map<?, ?> mounts = (Map<?, ?>) server.invoke(endpoint, "mounts", new Object[0], new String[0]);
		assertThat(mounts.get("mounts")).asString().contains("default", "MOUNTED");
		assertThat(server.invoke(endpoint, "mount", new Object[] { "default" }, strings(1))).asString()
			.contains("mountPoint");
		assertThat(server.invoke(endpoint, "handles", new Object[] { "default", null }, strings(2))).asString()
			.contains("total");
		assertThat(change(server, endpoint, "default", "drain", "30s")).asString().contains("total=0");
		assertThat(change(server, endpoint, "default", "unmount", "10s")).asString().contains("UNMOUNTED");
		assertThat(change(server, endpoint, "default", "mount", null)).asString().contains("MOUNTED");
		assertThatExceptionOfType(Exception.class)
			.isThrownBy(() -> change(server, endpoint, "default", "remount", null))
			.havingRootCause()
			.withMessageContaining("There is no action 'remount'");
		assertThatExceptionOfType(Exception.class).isThrownBy(() -> change(server, endpoint, "other", "mount", null))
			.havingRootCause()
			.withMessageContaining("There is no mount 'other'");
	}

	private static Object change(MBeanServer server, ObjectName endpoint, String mount, String action,
			@Nullable String timeout) throws Exception {
		return server.invoke(endpoint, "change", new Object[] { mount, action, timeout, null, null, null }, strings(6));
	}

	private static String[] strings(int count) {
		String[] types = new String[count];
		Arrays.fill(types, String.class.getName());
		return types;
	}

}
