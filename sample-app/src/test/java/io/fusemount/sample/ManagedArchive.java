package io.fusemount.sample;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import javax.sql.DataSource;

import com.jayway.jsonpath.JsonPath;

import org.springframework.http.ResponseEntity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * An archive whose endpoint {@code fusemounts} changes mounts, with programs that use it
 * and locked rows.
 */
final class ManagedArchive implements AutoCloseable {

	private final RunningArchive archive;

	private final List<Process> programs = new CopyOnWriteArrayList<>();

	private ManagedArchive(RunningArchive archive) {
		this.archive = archive;
	}

	/**
	 * Starts the archive.
	 * @param name of its database in memory
	 */
	static ManagedArchive start(Path directory, String name, String... settings) {
		Stream<String> own = Stream.of("--management.endpoint.fusemounts.access=unrestricted",
				"--spring.datasource.url=jdbc:h2:mem:" + name + ";LOCK_TIMEOUT=60000",
				"--fusemount.database.timeout=60s", "--fusemount.database.max-wait=60s");
		return new ManagedArchive(
				RunningArchive.start(directory, Stream.concat(own, Stream.of(settings)).toArray(String[]::new)));
	}

	RunningArchive archive() {
		return this.archive;
	}

	ResponseEntity<byte[]> post(String mount, String body) {
		return this.archive.post("/actuator/fusemounts/" + mount, body.replace('\'', '"'));
	}

	static String text(ResponseEntity<byte[]> response) {
		byte[] body = response.getBody();
		return (body != null) ? new String(body, StandardCharsets.UTF_8) : "";
	}

	static <T> T read(String path, ResponseEntity<byte[]> response) {
		return JsonPath.read(text(response), path);
	}

	static String error(ResponseEntity<byte[]> response, int status) {
		assertThat(response.getStatusCode().value()).as(text(response)).isEqualTo(status);
		return read("$.error", response);
	}

	String state() {
		return read("$.state", this.archive.get("/actuator/fusemounts/default"));
	}

	String handles() {
		return text(this.archive.get("/actuator/fusemounts/default/handles"));
	}

	/** Leaves it as the next test expects it. */
	void settle() {
		this.programs.forEach(Process::destroyForcibly);
		this.programs.clear();
		if (!"MOUNTED".equals(state())) {
			await().untilAsserted(
					() -> assertThat(post("default", "{'action': 'mount'}").getStatusCode().value()).isEqualTo(200));
		}
	}

	/** A program that has a file open and does not close it until its input ends. */
	Process writer(String file, String text) throws Exception {
		Process process = new ProcessBuilder("perl", "-e",
				"open(F, '>', $ARGV[0]) or die $!; syswrite(F, $ARGV[1]); <STDIN>; close(F)", file, text)
			.directory(this.archive.mountPoint().toFile())
			.redirectErrorStream(true)
			.start();
		this.programs.add(process);
		String dirty = "/" + file + "\",\"mode\":\"WRITE\",\"dirty\":true,\"dirtyBytes\":" + text.length();
		await().atMost(Duration.ofMinutes(1)).until(() -> handles().contains(dirty));
		return process;
	}

	static void end(Process process) throws Exception {
		process.getOutputStream().close();
		assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
	}

	/** Stores a document and locks its row, until the connection is rolled back. */
	Connection lock(String name) throws Exception {
		this.archive.shell().check("printf before > documents/" + name);
		this.archive.awaitAllClosed();
		Connection connection = this.archive.bean(DataSource.class).getConnection();
		connection.setAutoCommit(false);
		int rows = connection.createStatement()
			.executeUpdate("update document set name = name where name = '" + name + "'");
		assertThat(rows).isOne();
		return connection;
	}

	@Override
	public void close() {
		this.programs.forEach(Process::destroyForcibly);
		this.archive.close();
	}

}
