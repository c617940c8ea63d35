package io.fusemount.sample;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import javax.management.MBeanServer;
import javax.management.ObjectName;

import com.jayway.jsonpath.JsonPath;
import io.fusemount.conformance.transport.EnabledIfFuse;
import io.fusemount.core.limit.DatabasePermits;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.http.ResponseEntity;

import static io.fusemount.sample.ManagedArchive.end;
import static io.fusemount.sample.ManagedArchive.error;
import static io.fusemount.sample.ManagedArchive.read;
import static io.fusemount.sample.ManagedArchive.text;
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

	private static ManagedArchive managed;

	@BeforeAll
	static void start() {
		managed = ManagedArchive.start(directory, "management",
				"--management.endpoints.jmx.exposure.include=fusemounts", "--spring.jmx.enabled=true",
				"--management.endpoints.jmx.domain=fusemount.management-tests");
	}

	@AfterAll
	static void stop() {
		managed.close();
	}

	@AfterEach
	void settle() {
		managed.settle();
	}

	@Test
	void showsTheMountInFull() {
		managed.archive().shell().check("echo text > documents/shown.txt");
		ResponseEntity<byte[]> mount = managed.archive().get("/actuator/fusemounts/default");
		Map<String, Object> shown = read("$", mount);
		assertThat(shown).containsKeys("since", "executor", "permits", "spool", "unsaved", "contentCache",
				"directories", "failures");
		assertThat(JsonPath.<Integer>read(text(mount), "$.permits.limit")).isPositive();
		assertThat(JsonPath.<Integer>read(text(mount), "$.executor.limit")).isEqualTo(32);
		assertThat(JsonPath.<String>read(text(mount), "$.spool.directory")).startsWith(directory.toString());
		assertThat(
				JsonPath.<List<String>>read(text(mount), "$.directories[?(@.path == 'documents/{folder}')].repository"))
			.containsExactly("io.fusemount.sample.document.DocumentRepository");
		assertThat(JsonPath.<List<String>>read(text(mount), "$.directories[?(@.path == 'documents/{folder}')].entity"))
			.containsExactly("io.fusemount.sample.document.Document");
		assertThat(text(managed.archive().get("/actuator/fusemounts"))).contains("\"mounts\":{\"default\":{");
	}

	@Test
	void showsFailuresWithTheirReasonAndNothingOfContent() {
		managed.archive().shell().run("echo secret-content > customers/Café\\ Zürich/invoices/virus.exe");
		ResponseEntity<byte[]> mount = managed.archive().get("/actuator/fusemounts/default");
		Map<String, String> failure = read("$.failures[0]", mount);
		assertThat(failure).containsKeys("time", "errno", "reason")
			.containsEntry("path", "/customers/Café Zürich/invoices/virus.exe");
		assertThat(text(mount)).doesNotContain("secret-content");
	}

	@Test
	void showsWhatProgramsHaveOpen() throws Exception {
		Process process = managed.writer("documents/open.txt", "12345");
		ResponseEntity<byte[]> handles = managed.archive().get("/actuator/fusemounts/default/handles?limit=1000");
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
		await().until(() -> !managed.handles().contains("/documents/open.txt"));
	}

	@Test
	void answersWhileNobodyGetsThroughToTheDatabase() throws Exception {
		DatabasePermits permits = managed.archive().bean(DatabasePermits.class);
		CountDownLatch end = new CountDownLatch(1);
		List<CompletableFuture<Void>> holders = IntStream.range(0, permits.limit())
			.mapToObj((i) -> CompletableFuture.runAsync(() -> permits.call(() -> awaitEnd(end)),
					(work) -> new Thread(work).start()))
			.toList();
		try {
			await().until(() -> permits.available() == 0);
			CompletableFuture<String> program = CompletableFuture
				.supplyAsync(() -> managed.archive().shell().run("ls documents/not-known-yet").errors());
			await().until(() -> permits.waiting() > 0);
			ResponseEntity<byte[]> mount = CompletableFuture
				.supplyAsync(() -> managed.archive().get("/actuator/fusemounts/default"))
				.get(30, TimeUnit.SECONDS);
			assertThat(JsonPath.<Integer>read(text(mount), "$.permits.waiting")).isPositive();
			assertThat(JsonPath.<Integer>read(text(mount), "$.permits.used")).isEqualTo(permits.limit());
			assertThat(CompletableFuture.supplyAsync(managed::handles).get(30, TimeUnit.SECONDS))
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
	void refusesInWords() {
		assertThat(error(managed.post("default", "{}"), 400))
			.isEqualTo("The action is missing: 'action' is one of mount, unmount, drain, invalidate, release");
		assertThat(error(managed.post("default", "{'action': 'remount'}"), 400))
			.startsWith("There is no action 'remount', only ");
		assertThat(error(managed.post("default", "{'action': 'unmount', 'timeout': 'soon'}"), 400))
			.isEqualTo("'soon' is not a timeout: write it as 500ms, 10s or 2m");
		assertThat(error(managed.post("default", "{'action': 'unmount', 'timeout': 10}"), 400))
			.startsWith("'10' is not a timeout");
		assertThat(error(managed.post("default", "{'action': 'unmount', 'timeout': '11m'}"), 400))
			.contains("at most 10m");
		assertThat(error(managed.post("default", "{'action': 'unmount', 'force': 'perhaps'}"), 400))
			.isEqualTo("'force' must be true or false, not 'perhaps'");
		assertThat(error(managed.post("default", "{'action': 'unmount', 'force': true, 'timeout': '1s'}"), 400))
			.contains("omit the timeout");
		assertThat(error(managed.post("default", "{'action': 'drain', 'path': '/a'}"), 400))
			.isEqualTo("The action 'drain' takes no 'path'");
		assertThat(error(managed.post("default", "{'action': 'release'}"), 400)).startsWith("The handle is missing");
		assertThat(error(managed.post("default", "{'action': 'release', 'handle': 'x'}"), 400))
			.isEqualTo("'x' is not the number of a handle");
		assertThat(error(managed.post("other", "{'action': 'mount'}"), 404))
			.isEqualTo("There is no mount 'other', only 'default'");
		assertThat(error(managed.archive().get("/actuator/fusemounts/other"), 404))
			.isEqualTo("There is no mount 'other', only 'default'");
		assertThat(error(managed.archive().get("/actuator/fusemounts/default/files"), 404))
			.isEqualTo("A mount has no 'files', only 'handles'");
		assertThat(error(managed.archive().get("/actuator/fusemounts/default/handles?limit=0"), 400))
			.isEqualTo("'limit' must be a number from 1 to 1000, not '0'");
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

	/** {@link ManagementChanges}. */
	@Nested
	class Changes extends ManagementChanges {

		@Override
		ManagedArchive managed() {
			return managed;
		}

	}

}
