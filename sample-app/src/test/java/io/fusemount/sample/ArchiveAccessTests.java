package io.fusemount.sample;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

import io.fusemount.conformance.transport.EnabledIfFuse;
import io.fusemount.core.mount.Mount;
import io.fusemount.core.mount.MountRegistry;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.json.JsonParserFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * The refusals to everybody except the owner of the archive.
 */
@EnabledIfFuse
@Timeout(300)
@TestInstance(Lifecycle.PER_CLASS)
class ArchiveAccessTests {

	private static final String UPLOAD = "POST /api/documents HTTP/1.1\r\nContent-Length: 0\r\n";

	/** A request that the form of any page may send without a preflight. */
	private static final String FORM = "POST /documents/folders?name=mine HTTP/1.1\r\nContent-Length: 0\r\n"
			+ "Content-Type: application/x-www-form-urlencoded\r\n";

	@TempDir
	private static Path directory;

	private RunningArchive archive;

	private Path data;

	@BeforeAll
	void start() {
		this.archive = RunningArchive.start(directory);
		this.data = directory.resolve("data");
	}

	@AfterAll
	void stop() {
		this.archive.close();
	}

	@ParameterizedTest
	@ValueSource(strings = { "/", "/documents", "/changes", "/archive.js", "/api/invoices", "/api/documents/1/content",
			"/actuator", "/actuator/health", "/actuator/health/mounted/default", "/actuator/prometheus",
			"/actuator/fusemounts" })
	void nothingIsServedWithoutTheLogin(String path) throws IOException {
		String get = "GET " + path + " HTTP/1.1\r\n";
		assertThat(answer(get + "Host: localhost\r\n")).startsWith("HTTP/1.1 401")
			.containsIgnoringCase("WWW-Authenticate: Basic");
		assertThat(answer(get + "Host: localhost\r\n" + login("archive:wrong"))).startsWith("HTTP/1.1 401");
	}

	@Test
	void aProbeWithoutTheLoginLearnsWhetherItIsMountedAndNoMore() throws IOException, InterruptedException {
		String probe = "GET /actuator/health/mounted HTTP/1.0\r\nHost: localhost\r\n";
		assertThat(answer(probe)).startsWith("HTTP/1.1 200").endsWith("\n{\"status\":\"UP\"}");
		assertThat(answer(probe + login())).endsWith("\n{\"status\":\"UP\"}");
		assertThat(answer(probe.replace("GET", "POST"))).startsWith("HTTP/1.1 401");
		assertThat(healthcheck()).isZero();
		Mount mount = this.archive.bean(MountRegistry.class).mounts().iterator().next();
		mount.unmount(Duration.ofSeconds(20));
		try {
			assertThat(answer(probe)).startsWith("HTTP/1.1 503").endsWith("\n{\"status\":\"DOWN\"}");
			assertThat(healthcheck()).isNotZero();
		}
		finally {
			mount.mount();
		}
	}

	@Test
	void theLoginServesItsUserWithoutAToken() throws IOException {
		assertThat(answer("GET /api/documents HTTP/1.1\r\nHost: localhost:80\r\n" + login()))
			.startsWith("HTTP/1.1 200");
		assertThat(this.archive.upload("documents", "mine.txt", new byte[1]).getStatusCode().value()).isEqualTo(201);
	}

	@Test
	void aPageOfSomebodyElseReachesNothingWithTheLoginThatTheBrowserAdds() throws IOException {
		for (String origin : new String[] { "http://evil.example", "http://localhost:1", "null" }) {
			for (String request : new String[] { UPLOAD, FORM }) {
				assertThat(answer(request + "Host: localhost\r\nOrigin: " + origin + "\r\n" + login()))
					.startsWith("HTTP/1.1 403");
			}
		}
		for (String site : new String[] { "cross-site", "same-site" }) {
			for (String request : new String[] { UPLOAD, FORM, FORM.replace("POST", "DELETE") }) {
				assertThat(answer(request + "Host: localhost\r\nSec-Fetch-Site: " + site + "\r\n" + login()))
					.startsWith("HTTP/1.1 403");
			}
		}
		// A link on any page may lead here.
		assertThat(answer("GET /documents HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: cross-site\r\n" + login()))
			.startsWith("HTTP/1.1 200");
		assertThat(answer(UPLOAD + "Host: localhost\r\nSec-Fetch-Site: same-origin\r\n" + login()))
			.startsWith("HTTP/1.1 415");
		// A request of the archive's own page gets as far as the message that it has no
		// file.
		assertThat(answer(UPLOAD + "Host: localhost\r\nOrigin: http://localhost\r\n" + login()))
			.startsWith("HTTP/1.1 415");
		assertThat(answer(FORM + "Host: localhost\r\nOrigin: http://localhost\r\n" + login()))
			.startsWith("HTTP/1.1 302");
		assertThat(this.archive.item("folders", "mine")).containsEntry("createdBy", "archive");
	}

	@Test
	void aNameOfSomebodyElseThatPointsHereReachesNothing() throws IOException {
		assertThat(answer("GET /api/documents HTTP/1.1\r\nHost: evil.example\r\n" + login())).startsWith("HTTP/1.1 400")
			.contains("ARCHIVE_HOSTS");
	}

	@Test
	void theEndpointShowsTheMountAndChangesNothing() throws IOException {
		assertThat(answer(
				"POST /actuator/fusemounts/default HTTP/1.1\r\nHost: localhost\r\n"
						+ "Content-Type: application/json\r\nContent-Length: 20\r\n" + login(),
				"{\"action\":\"unmount\"}"))
			.startsWith("HTTP/1.1 405");
		assertThat(this.archive.shell().check("ls")).contains("invoices");
	}

	@Test
	void dataAndPasswordAreForTheirOwnerAlone() throws IOException {
		assertThat(this.data).satisfies((path) -> assertThat(permissions(path)).isEqualTo("rwx------"));
		assertThat(permissions(this.data.resolve("password"))).isEqualTo("rw-------");
	}

	@Test
	void dataThatOthersMayReachAreRefused() throws IOException {
		Path place = directory.resolve("open");
		Path open = Files.createDirectories(place.resolve("data"));
		Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
		assertThatIllegalStateException().isThrownBy(() -> RunningArchive.start(place))
			.withMessageContaining("chmod 700 " + open);
	}

	@Test
	void aGeneratedPasswordIsKeptAndAConfiguredOneIsNotWritten() throws IOException {
		Path other = directory.resolve("other");
		try (RunningArchive second = RunningArchive.start(other, "--ARCHIVE_USER=jane", "--ARCHIVE_PASSWORD=hers")) {
			assertThat(answer(second.port(), "GET /api/documents HTTP/1.1\r\nHost: localhost\r\n" + login("jane:hers"),
					""))
				.startsWith("HTTP/1.1 200");
		}
		assertThat(other.resolve("data/password")).doesNotExist();
		try (RunningArchive third = RunningArchive.start(other)) {
			String generated = Files.readString(other.resolve("data/password")).strip();
			assertThat(generated).hasSize(24).isNotEqualTo(password());
			assertThat(third.get("/api/documents").getStatusCode().value()).isEqualTo(200);
		}
	}

	@Test
	void theNameOfAFurtherLoginIsRefusedForTheOwner() {
		assertThatException()
			.isThrownBy(() -> RunningArchive.start(directory.resolve("taken"), "--ARCHIVE_USER=auditor"))
			.havingRootCause()
			.withMessage("'auditor' is the name of a login already: choose another ARCHIVE_USER");
	}

	/** Runs the health check of the image. */
	private int healthcheck() throws IOException, InterruptedException {
		String line = Files.readString(ShareServer.DEPLOY.resolve("container/Containerfile"))
			.replace("\\\n", "")
			.lines()
			.filter((candidate) -> candidate.startsWith("HEALTHCHECK"))
			.findFirst()
			.orElseThrow();
		List<String> command = JsonParserFactory.getJsonParser()
			.parseList(line.substring(line.indexOf('[')))
			.stream()
			.map((word) -> word.toString().replace("8080", String.valueOf(this.archive.port())))
			.toList();
		return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(Redirect.DISCARD).start().waitFor();
	}

	private static String permissions(Path path) throws IOException {
		return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
	}

	private String password() throws IOException {
		return Files.readString(this.data.resolve("password")).strip();
	}

	private String login() throws IOException {
		return login("archive:" + password());
	}

	private static String login(String userAndPassword) {
		return "Authorization: Basic "
				+ Base64.getEncoder().encodeToString(userAndPassword.getBytes(StandardCharsets.UTF_8)) + "\r\n";
	}

	private String answer(String head) throws IOException {
		return answer(head, "");
	}

	private String answer(String head, String body) throws IOException {
		return answer(this.archive.port(), head, body);
	}

	/** By a socket: the clients of Java choose Host and Origin themselves. */
	private static String answer(int port, String head, String body) throws IOException {
		try (Socket socket = new Socket("127.0.0.1", port)) {
			socket.setSoTimeout(60_000);
			socket.getOutputStream()
				.write((head + "Connection: close\r\n\r\n" + body).getBytes(StandardCharsets.UTF_8));
			return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8)).lines()
				.collect(Collectors.joining("\n"));
		}
	}

}
