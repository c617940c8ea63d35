package io.fusemount.sample;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.fusemount.conformance.shell.OtherUsers;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.util.HtmlUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two customers, a clerk and an auditor, each by HTTP and as a user of the machine whom
 * only the configuration names.
 */
@EnabledIfFuse
@Timeout(300)
@TestInstance(Lifecycle.PER_CLASS)
class ArchiveUsersTests {

	private static final Map<String, Integer> IDS = Map.of("archive", 20000, "mueller", 20001, "schroeder", 20002,
			"auditor", 20003);

	private static final Pattern ENTRY = Pattern.compile("class=\"(directory|file)\"><a href=\"([^\"]+)\">([^<]+)</a>");

	private static final String BAKERY = "customers/Bäckerei Müller/";

	private static final String GARAGE = "customers/Autohaus Schröder GmbH/";

	@TempDir
	private static Path directory;

	private RunningArchive archive;

	@BeforeAll
	void start() {
		OtherUsers.assumeIn(directory);
		Stream<String> names = IDS.entrySet()
			.stream()
			.map((user) -> "--fusemount.security.accounts." + user.getValue() + ".name=" + user.getKey());
		this.archive = RunningArchive.start(directory,
				Stream.concat(Stream.of("--fusemount.allow-other=true", "--fusemount.umask=000",
						"--fusemount.security.unknown-callers=refused"), names)
					.toArray(String[]::new));
	}

	@AfterAll
	void stop() {
		if (this.archive != null) {
			this.archive.close();
		}
	}

	private ShellResult as(String user, String command) {
		return as(Objects.requireNonNull(IDS.get(user)), command);
	}

	private ShellResult as(int user, String command) {
		return this.archive.shell().run(OtherUsers.as(user, command));
	}

	private List<String> files(String user) {
		return as(user, "find . -path ./.fusemount -prune -o -type f -printf '%P\\n'").requireSuccess()
			.output()
			.lines()
			.toList();
	}

	/**
	 * The paths of the files to which links lead from a page, and from the pages below.
	 */
	private Stream<String> links(RunningArchive pages, String href, String path) {
		ResponseEntity<byte[]> page = pages.get(href);
		assertThat(page.getStatusCode()).as(href).isEqualTo(HttpStatus.OK);
		String html = new String(Objects.requireNonNull(page.getBody()), StandardCharsets.UTF_8);
		return ENTRY.matcher(html).results().toList().stream().flatMap((link) -> {
			String below = path + HtmlUtils.htmlUnescape(link.group(3));
			return link.group(1).equals("file") ? Stream.of(below) : links(pages, link.group(2), below + "/");
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "archive", "mueller", "schroeder", "auditor" })
	void everyUserFindsTheSameFilesOnThePagesAndOnTheMount(String user) {
		RunningArchive pages = user.equals("archive") ? this.archive : this.archive.as(user);
		assertThat(files(user)).isNotEmpty()
			.containsExactlyInAnyOrderElementsOf(links(pages, "/", "").toList())
			.allSatisfy((file) -> as(user, "cat " + Shell.quote(file)).requireSuccess());
	}

	@Test
	void aCustomerSeesTheOwnFilesAndTheStaffSeesAll() {
		assertThat(as("mueller", "ls customers").output().lines()).containsExactly("Bäckerei Müller");
		assertThat(files("mueller")).contains(BAKERY + "correspondence/Order confirmation.txt")
			.allMatch((file) -> file.startsWith(BAKERY) || file.matches("invoices/\\d{4}/.* Bäckerei Müller\\.pdf"));
		assertThat(files("schroeder")).contains(GARAGE + "correspondence/Offer 2026-11.txt")
			.allMatch((file) -> file.startsWith(GARAGE) || file.matches("invoices/\\d{4}/.* Autohaus .*"));
		assertThat(files("auditor"))
			.contains("documents/Meeting notes.md", BAKERY + "invoices/RE-2026-0001 Bäckerei Müller.pdf")
			.isEqualTo(files("archive"));
	}

	@Test
	void aCustomerWritesLettersWhichTheClerkReadsAndAnotherCustomerDoesNotFind() {
		as("mueller", "echo Hello > " + Shell.quote(BAKERY + "correspondence/hello.txt")).requireSuccess();
		Map<String, Object> letter = this.archive.as("mueller").item("letters", "hello.txt");
		assertThat(letter).containsEntry("createdBy", "mueller").containsEntry("customer", "Bäckerei Müller");
		String content = "/api/letters/" + letter.get("id") + "/content";
		assertThat(this.archive.get(content).getBody()).asString().isEqualTo("Hello\n");
		assertThat(this.archive.as("schroeder").get(content).getStatusCode()).isEqualTo(HttpStatus.NOT_FOUND);
		assertThat(as("schroeder", "cat " + Shell.quote(BAKERY + "correspondence/hello.txt")).errors())
			.contains("No such file");
		assertThat(as("mueller", "mv " + Shell.quote(BAKERY + "correspondence/hello.txt") + " "
				+ Shell.quote(BAKERY + "invoices/hello.txt"))
			.errors()).contains("Permission denied");
		as("archive", "rm " + Shell.quote(BAKERY + "correspondence/hello.txt")).requireSuccess();
	}

	@Test
	void anAuditorChangesNothingFromEitherSide() {
		RunningArchive auditor = this.archive.as("auditor");
		for (String change : List.of("cp documents/Meeting* documents/no.txt",
				"echo no >> 'documents/Meeting notes.md'", "rm -f 'documents/Meeting notes.md'", "mkdir documents/No",
				"mkdir customers/No", "cp documents/Meeting* " + Shell.quote(BAKERY + "correspondence/no.txt"))) {
			assertThat(as("auditor", change).errors()).as(change).contains("Permission denied");
		}
		assertThat(as("auditor", "cat .fusemount/errors").output())
			.contains("does not let this user store anything in DocumentRepository");
		assertThat(as("auditor", "ls .fusemount/unsaved").output()).as("refused before anything was written").isEmpty();
		assertThat(auditor.upload("documents", "no.txt", new byte[1]).getStatusCode()).isEqualTo(HttpStatus.FORBIDDEN);
		assertThat(auditor.submit("/documents/folders", "name", "No").getStatusCode()).isEqualTo(HttpStatus.FORBIDDEN);
		assertThat(auditor.get("/documents").getBody()).asString(StandardCharsets.UTF_8)
			.contains(">auditor</p>")
			.doesNotContain("<form");
		assertThat(this.archive.get("/documents").getBody()).asString(StandardCharsets.UTF_8).contains("<form");
		assertThat(auditor.get("/actuator/fusemounts").getStatusCode()).isEqualTo(HttpStatus.FORBIDDEN);
		assertThat(files("archive")).noneMatch((file) -> file.endsWith("/no.txt"));
	}

	@Test
	void aCustomerUploadsToTheOwnLettersOnly() {
		RunningArchive mueller = this.archive.as("mueller");
		Object bakery = this.archive.item("customers", "Bäckerei Müller").get("id");
		Object garage = this.archive.item("customers", "Autohaus Schröder GmbH").get("id");
		assertThat(mueller.upload("letters?customer=" + bakery, "own.txt", new byte[1]).getStatusCode())
			.isEqualTo(HttpStatus.CREATED);
		assertThat(mueller.upload("letters?customer=" + garage, "no.txt", new byte[1]).getStatusCode())
			.isEqualTo(HttpStatus.NOT_FOUND);
		assertThat(mueller.get("/customers/" + garage).getStatusCode()).isEqualTo(HttpStatus.NOT_FOUND);
		assertThat(mueller.get("/documents").getStatusCode()).isEqualTo(HttpStatus.FORBIDDEN);
		assertThat(mueller.submit("/customers/" + bakery + "/invoices", "no.pdf", new byte[1]).getStatusCode())
			.isEqualTo(HttpStatus.FORBIDDEN);
		assertThat(as("mueller", "rm " + Shell.quote(BAKERY + "correspondence/own.txt")).isSuccess()).isTrue();
	}

	@Test
	void whoeverHasNoNameThereIsRefused() {
		assertThat(as(20004, "ls customers documents").errors()).contains("Permission denied");
	}

}
