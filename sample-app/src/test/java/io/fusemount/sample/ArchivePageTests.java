package io.fusemount.sample;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Year;
import java.util.Base64;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.util.HtmlUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The pages of the archive as the server sends them, and the news that they listen to.
 */
@Timeout(120)
@TestInstance(Lifecycle.PER_CLASS)
class ArchivePageTests {

	private static final byte[] CONTENT = "text".getBytes(StandardCharsets.UTF_8);

	@TempDir
	static Path directory;

	private RunningArchive archive;

	@BeforeAll
	void start() {
		this.archive = RunningArchive.start(directory, "--fusemount.enabled=false");
	}

	@AfterAll
	void stop() {
		this.archive.close();
	}

	@Test
	void everyDirectoryOfTheArchiveIsAPage() {
		assertThat(page("/")).contains("href=\"/customers\"", "href=\"/documents\"", "href=\"/invoices\"");
		String customer = "/customers/" + this.archive.item("customers", "Café Zürich").get("id");
		assertThat(page("/customers")).contains("href=\"" + customer + "\">Café Zürich</a>").doesNotContain("(none)");
		assertThat(page(customer)).contains(customer + "/invoices", customer + "/correspondence");
		assertThat(page(customer + "/correspondence")).contains(">Reminder.txt</a>");
		Object invoice = this.archive.item("invoices", "RE-2026-0003 Café Zürich.pdf").get("id");
		String content = "href=\"/api/invoices/" + invoice + "/content\"";
		assertThat(page(customer + "/invoices")).contains(content, "/invoices/" + invoice + "/delete");
		String year = "/invoices/" + Year.now();
		assertThat(page("/invoices")).contains("href=\"" + year + "\"");
		assertThat(page(year)).contains(content).doesNotContain("<form");
		String folder = "/documents/" + this.archive.item("folders", "Rent").get("id");
		assertThat(page(folder)).contains(">Contracts</a>", ">Office.txt</a>").doesNotContain("In a shell");
	}

	@Test
	void anInvoiceThatNobodyHasAssignedIsSomewhere() {
		this.archive.upload("invoices", "unassigned.pdf", CONTENT);
		assertThat(page("/customers")).contains("href=\"/customers/none\">(none)</a>");
		assertThat(page("/customers/none")).contains("/customers/none/invoices").doesNotContain("correspondence");
		assertThat(page("/customers/none/invoices")).contains(">unassigned.pdf</a>");
		Object id = this.archive.item("invoices", "unassigned.pdf").get("id");
		assertThat(submit("/customers/none/invoices/" + id + "/delete", "", "")).isEqualTo(HttpStatus.FOUND);
		assertThat(page("/customers")).doesNotContain("(none)");
	}

	@Test
	void namesAreTextWhateverIsInThem() {
		String name = "<script>alert(1)<\\script>\" onclick='x' &amp; ${1+1} [[${1+1}]].txt";
		String folder = "<b>\"bold\"<b>";
		this.archive.post("/api/folders", "{\"name\": \"" + folder.replace("\"", "\\\"") + "\"}");
		String path = "/documents/" + this.archive.item("folders", folder).get("id");
		assertThat(this.archive.submit(path, name, CONTENT).getStatusCode()).isEqualTo(HttpStatus.FOUND);
		String shown = page(path);
		assertThat(shown).doesNotContain("<b>", "alert(1)<", " onclick='");
		assertThat(HtmlUtils.htmlUnescape(shown)).contains(
				"href=\"" + path + "\" aria-current=\"page\">" + folder + "</a>", ">" + name + "</a>",
				"aria-label=\"Delete " + name + "\"");
	}

	@Test
	void whatIsRefusedIsSaidOnThePageWithItsStatus() {
		ResponseEntity<String> answer = this.archive.submit("/documents/folders", "name", "Contracts");
		assertThat(answer.getStatusCode()).isEqualTo(HttpStatus.CONFLICT);
		assertThat(answer.getBody()).contains("<li>There is a folder &#39;Contracts&#39; already</li>",
				">Meeting notes.md</a>");
		Object folder = this.archive.item("folders", "Contracts").get("id");
		assertThat(this.archive.submit("/documents/folders/" + folder + "/delete", "", "").getBody())
			.contains("The folder &#39;Contracts&#39; is not empty");
		Object customer = this.archive.item("customers", "Café Zürich").get("id");
		assertThat(this.archive.submit("/customers/" + customer + "/delete", "", "").getBody())
			.contains("There are 1 invoices and 1 letters of &#39;Café Zürich&#39;");
		assertThat(this.archive.submit("/customers/" + customer + "/invoices", "virus.exe", CONTENT).getBody())
			.contains("must not be a program");
		assertThat(this.archive.submit("/documents/files/999999/delete", "", "").getStatusCode())
			.isEqualTo(HttpStatus.NOT_FOUND);
	}

	@Test
	void aPageWhoseDirectoryIsGoneSaysSo() {
		ResponseEntity<byte[]> gone = this.archive.get("/documents/999999");
		assertThat(gone.getStatusCode()).isEqualTo(HttpStatus.NOT_FOUND);
		assertThat(gone.getBody()).asString().contains("There is no folder 999999", "href=\"/\"");
	}

	@Test
	void customersComeAndGo() {
		assertThat(submit("/customers", "name", " Optik Özil ")).isEqualTo(HttpStatus.FOUND);
		assertThat(this.archive.submit("/customers", "name", "Optik Özil").getBody())
			.contains("There is a customer &#39;Optik Özil&#39; already");
		Object id = this.archive.item("customers", "Optik Özil").get("id");
		assertThat(submit("/customers/" + id + "/delete", "", "")).isEqualTo(HttpStatus.FOUND);
		assertThat(page("/customers")).doesNotContain("Optik");
	}

	@Test
	void aPageIsToldOfCommitsAndForgottenWhenItIsClosed() throws IOException {
		try (Socket socket = listen(this.archive)) {
			BufferedReader news = read(socket);
			this.archive.upload("documents", "news.txt", CONTENT);
			assertThat(news.lines().anyMatch("data:changed"::equals)).isTrue();
			assertThat(viewers()).isEqualTo("1.0");
		}
		await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
			this.archive.send(HttpMethod.POST, "/api/folders", "{\"name\": \"" + System.nanoTime() + "\"}");
			assertThat(viewers()).isEqualTo("0.0");
		});
	}

	@Test
	void pagesThatListenDoNotHoldUpTheEnd() throws IOException {
		RunningArchive other = RunningArchive.start(directory.resolve("other"), "--fusemount.enabled=false",
				"--spring.lifecycle.timeout-per-shutdown-phase=100s");
		try (Socket socket = listen(other)) {
			BufferedReader news = read(socket);
			assertThat(news.readLine()).startsWith("HTTP/1.1 200");
			other.close();
			assertThat(news.lines()).isNotEmpty();
		}
		finally {
			other.close();
		}
	}

	private static BufferedReader read(Socket socket) throws IOException {
		return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
	}

	private static Socket listen(RunningArchive archive) throws IOException {
		Socket socket = new Socket("127.0.0.1", archive.port());
		socket.setSoTimeout(60_000);
		String login = Base64.getEncoder()
			.encodeToString(("archive:" + archive.password()).getBytes(StandardCharsets.UTF_8));
		socket.getOutputStream()
			.write(("GET /changes HTTP/1.1\r\nHost: localhost\r\nAuthorization: Basic " + login + "\r\n\r\n")
				.getBytes(StandardCharsets.UTF_8));
		return socket;
	}

	private String viewers() {
		return new String(this.archive.get("/actuator/prometheus").getBody(), StandardCharsets.UTF_8).lines()
			.filter((line) -> line.startsWith("archive_viewers "))
			.findFirst()
			.orElseThrow()
			.substring("archive_viewers ".length());
	}

	private Object submit(String path, String name, String value) {
		return this.archive.submit(path, name, value).getStatusCode();
	}

	private String page(String path) {
		ResponseEntity<byte[]> response = this.archive.get(path);
		assertThat(response.getStatusCode()).as(path).isEqualTo(HttpStatus.OK);
		return new String(response.getBody(), StandardCharsets.UTF_8);
	}

}
