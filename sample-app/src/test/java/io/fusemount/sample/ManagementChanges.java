package io.fusemount.sample;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import com.jayway.jsonpath.JsonPath;
import org.junit.jupiter.api.Test;

import org.springframework.http.ResponseEntity;

import static io.fusemount.sample.ManagedArchive.end;
import static io.fusemount.sample.ManagedArchive.error;
import static io.fusemount.sample.ManagedArchive.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What an administrator does to a mount, by HTTP.
 */
abstract class ManagementChanges {

	abstract ManagedArchive managed();

	@Test
	void drainsWhatIsDirtyWhileProgramsGoOn() throws Exception {
		Process process = managed().writer("documents/drained.txt", "12345");
		assertThat(managed().archive().items("documents")).noneMatch((item) -> "drained.txt".equals(item.get("name")));
		ResponseEntity<byte[]> drained = managed().post("default", "{'action': 'drain', 'timeout': '30s'}");
		assertThat(drained.getStatusCode().value()).isEqualTo(200);
		assertThat(JsonPath.<Integer>read(text(drained), "$.unstored.total")).as(text(drained)).isZero();
		assertThat(managed().archive().item("documents", "drained.txt")).containsEntry("size", 5);
		assertThat(JsonPath.<String>read(text(drained), "$.state")).isEqualTo("MOUNTED");
		end(process);
	}

	@Test
	void saysWhatIsLeftWhenARowIsLocked() throws Exception {
		try (Connection connection = managed().lock("locked.txt")) {
			Process process = managed().writer("documents/locked.txt", "after");
			ResponseEntity<byte[]> drained = managed().post("default", "{'action': 'drain', 'timeout': '2s'}");
			assertThat(JsonPath.<Integer>read(text(drained), "$.unstored.total")).as(text(drained)).isOne();
			assertThat(JsonPath.<String>read(text(drained), "$.unstored.files[0].path"))
				.isEqualTo("/documents/locked.txt");
			connection.rollback();
			end(process);
		}
		await().untilAsserted(
				() -> assertThat(managed().archive().item("documents", "locked.txt")).containsEntry("size", 5));
	}

	@Test
	void releasesAHandleWhoseCommitHangsAndKeepsItsBytes() throws Exception {
		try (Connection connection = managed().lock("stuck.txt")) {
			Process process = managed().writer("documents/stuck.txt", "after");
			process.getOutputStream().close();
			int id = handle("/documents/stuck.txt");
			ResponseEntity<byte[]> released = CompletableFuture
				.supplyAsync(() -> managed().post("default", "{'action': 'release', 'handle': " + id + "}"))
				.get(60, TimeUnit.SECONDS);
			assertThat(released.getStatusCode().value()).as(text(released)).isEqualTo(200);
			String kept = JsonPath.read(text(released), "$.released.keptAs");
			assertThat(managed().archive().shell().check("cat " + kept)).isEqualTo("after");
			assertThat(error(managed().post("default", "{'action': 'release', 'handle': " + id + "}"), 404))
				.isEqualTo("'default' has no open handle " + id);
			assertThat(managed().archive().shell().check("cat documents/stuck.txt")).as("others have it")
				.isEqualTo("before");
			connection.rollback();
			assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
		}
		managed().archive().awaitAllClosed();
		managed().archive().shell().check("rm -f .fusemount/unsaved/*stuck.txt");
	}

	@Test
	void aProgramThatOpensAReleasedFileByItsDescriptorIsTold() throws Exception {
		managed().archive().shell().check("printf text > documents/taken.txt");
		managed().archive().awaitAllClosed();
		Process process = new ProcessBuilder("sh", "-c",
				"exec 3< documents/taken.txt; echo open; read go; cat /dev/fd/3; cat documents/taken.txt")
			.directory(managed().archive().mountPoint().toFile())
			.redirectErrorStream(true)
			.start();
		BufferedReader output = process.inputReader();
		assertThat(output.readLine()).isEqualTo("open");
		int id = handle("/documents/taken.txt");
		assertThat(managed().post("default", "{'action': 'release', 'handle': " + id + "}").getStatusCode().value())
			.isEqualTo(200);
		process.getOutputStream().write("go\n".getBytes(StandardCharsets.UTF_8));
		process.getOutputStream().close();
		assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
		assertThat(output.readLine()).contains("Stale file handle");
		assertThat(output.readLine()).isEqualTo("text");
	}

	@Test
	void forceUnmountsThoughACommitHangsAndMountsAgain() throws Exception {
		Process process;
		try (Connection connection = managed().lock("forced.txt")) {
			process = managed().writer("documents/forced.txt", "after");
			process.getOutputStream().close();
			requireForced();
			assertThat(Files.readString(Path.of("/proc/self/mounts")))
				.doesNotContain(managed().archive().mountPoint().toString());
			connection.rollback();
		}
		assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
		await().untilAsserted(() -> assertThat(managed().post("default", "{'action': 'mount'}").getStatusCode().value())
			.isEqualTo(200));
		assertThat(managed().archive().shell().check("cat documents/forced.txt")).isIn("before", "after");
	}

	@Test
	void unmountsInGoodOrderAndMountsAgain() throws Exception {
		Process process = managed().writer("documents/ordered.txt", "12345");
		ResponseEntity<byte[]> unmounted = managed().post("default", "{'action': 'unmount', 'timeout': '10s'}");
		assertThat(unmounted.getStatusCode().value()).as(text(unmounted)).isEqualTo(200);
		assertThat(managed().archive().item("documents", "ordered.txt")).containsEntry("size", 5);
		assertThat(error(managed().post("default", "{'action': 'drain'}"), 409)).isEqualTo("'default' is not mounted");
		assertThat(managed().post("default", "{'action': 'mount'}").getStatusCode().value()).isEqualTo(200);
		end(process);
		assertThat(managed().archive().shell().check("cat documents/ordered.txt")).isEqualTo("12345");
	}

	@Test
	void forgetsOneFileOrAll() {
		managed().archive().shell().check("printf text > documents/forgotten.txt");
		assertThat(managed().post("default", "{'action': 'invalidate', 'path': '/documents/forgotten.txt'}")
			.getStatusCode()
			.value()).isEqualTo(200);
		assertThat(managed().post("default", "{'action': 'invalidate', 'path': 'documents'}").getStatusCode().value())
			.isEqualTo(200);
		assertThat(managed().post("default", "{'action': 'invalidate'}").getStatusCode().value()).isEqualTo(200);
		assertThat(error(managed().post("default", "{'action': 'invalidate', 'path': '/documents/none'}"), 404))
			.startsWith("'/documents/none' cannot be looked up: No such file");
	}

	@Test
	void forceCutsAPatientUnmountShort() throws Exception {
		assertForceCutsShort("unmount", "patient.txt", () -> {
			await().until(() -> "UNMOUNTING".equals(managed().state()));
			assertThat(error(managed().post("default", "{'action': 'unmount', 'timeout': '1s'}"), 409))
				.contains("by force");
		});
	}

	@Test
	void forceCutsADrainShort() throws Exception {
		assertForceCutsShort("drain", "draining.txt", () -> await()
			.until(() -> managed().post("default", "{'action': 'mount'}").getStatusCode().value() == 409));
	}

	private void assertForceCutsShort(String action, String file, Runnable underWay) throws Exception {
		Process process;
		try (Connection connection = managed().lock(file)) {
			process = managed().writer("documents/" + file, "after");
			CompletableFuture<ResponseEntity<byte[]>> patient = CompletableFuture
				.supplyAsync(() -> managed().post("default", "{'action': '" + action + "', 'timeout': '10m'}"));
			underWay.run();
			requireForced();
			assertThat(patient).succeedsWithin(Duration.ofSeconds(60));
			connection.rollback();
		}
		end(process);
	}

	private int handle(String path) {
		return JsonPath.<List<Integer>>read(managed().handles(), "$.handles[?(@.path == '" + path + "')].id").get(0);
	}

	private void requireForced() throws Exception {
		ResponseEntity<byte[]> forced = CompletableFuture
			.supplyAsync(() -> managed().post("default", "{'action': 'unmount', 'force': true}"))
			.get(60, TimeUnit.SECONDS);
		assertThat(forced.getStatusCode().value()).as(text(forced)).isEqualTo(200);
		assertThat(JsonPath.<String>read(text(forced), "$.state")).isEqualTo("UNMOUNTED");
	}

}
