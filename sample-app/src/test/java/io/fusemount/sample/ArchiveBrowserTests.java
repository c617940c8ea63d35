package io.fusemount.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.http.HttpMethod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The two sides of one archive: a browser and a shell.
 */
@EnabledIfFuse
@Timeout(300)
@TestInstance(Lifecycle.PER_CLASS)
class ArchiveBrowserTests {

	@TempDir
	static Path directory;

	private RunningArchive archive;

	private Browser browser;

	@BeforeAll
	void start() {
		this.archive = RunningArchive.start(directory);
		this.browser = Browser.start(this.archive, directory);
	}

	@AfterAll
	void stop() {
		try (RunningArchive last = this.archive; Browser first = this.browser) {
			assertThat(last).isNotNull();
		}
	}

	@Test
	void whatAShellDoesIsOnThePageWithoutAReload() throws IOException {
		this.browser.open("/documents");
		this.browser.run("window.opened = 'once'");
		this.archive.shell().check("echo one > documents/draft.txt");
		this.browser.awaitName("draft.txt");
		this.archive.shell().check("mv documents/draft.txt 'documents/Notes of today.txt'");
		this.browser.awaitName("Notes of today.txt");
		this.browser.awaitNoName("draft.txt");
		this.archive.shell().check("head -c 1234567 /dev/zero > 'documents/Notes of today.txt'");
		await().atMost(Duration.ofSeconds(30))
			.untilAsserted(() -> assertThat(this.browser.text("#listing")).contains("Notes of today.txt 1.2 MB"));
		// With the latest change highlighted: docs/page.png.
		this.browser.picture(Path.of("target/page.png"));
		this.archive.shell().check("rm 'documents/Notes of today.txt'");
		this.browser.awaitNoName("Notes of today.txt");
		assertThat(this.browser.run("return window.opened")).isEqualTo("once");
	}

	@Test
	void directoriesThatAShellMakesAreOnThePageAndSoIsWhatIsInThem() {
		this.browser.open("/customers");
		this.archive.shell().check("mkdir customers/Gärtnerei");
		this.browser.awaitName("Gärtnerei");
		this.browser.click("Gärtnerei");
		this.browser.click("correspondence");
		assertThat(this.browser.text(".shell code"))
			.isEqualTo(this.archive.mountPoint().resolve("customers/Gärtnerei/correspondence").toString());
		this.browser.open(this.browser.path());
		this.archive.shell().check("echo Hello > customers/Gärtnerei/correspondence/hello.txt");
		this.browser.awaitName("hello.txt");
		this.archive.shell().check("rm -r customers/Gärtnerei/correspondence/hello.txt && rmdir customers/Gärtnerei");
		await().atMost(Duration.ofSeconds(30))
			.untilAsserted(() -> assertThat(this.browser.text("main")).contains("There is no customer"));
	}

	@Test
	void whatThePageUploadsAndDeletesIsInTheDirectoryAtOnce() throws IOException {
		this.browser.open("/documents");
		this.browser.upload(Files.writeString(directory.resolve("from the browser.txt"), "uploaded"));
		this.browser.awaitName("from the browser.txt");
		assertThat(this.archive.shell().check("cat 'documents/from the browser.txt'")).isEqualTo("uploaded");
		this.browser.open("/documents");
		assertThat(this.browser.delete("from the browser.txt")).isEqualTo("Delete 'from the browser.txt'?");
		this.browser.confirm();
		this.browser.awaitNoName("from the browser.txt");
		assertThat(this.archive.shell().check("ls documents")).doesNotContain("from the browser.txt");
	}

	@Test
	void aFileThatIsDroppedIsUploaded() {
		this.browser.open("/documents");
		this.browser.run("""
				const files = new DataTransfer();
				files.items.add(new File(['dropped'], 'dropped.txt'));
				document.querySelector('main').dispatchEvent(
					new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true }));
				""");
		this.browser.awaitName("dropped.txt");
		assertThat(this.archive.shell().check("cat documents/dropped.txt && rm documents/dropped.txt"))
			.isEqualTo("dropped");
	}

	@Test
	void aClickDownloadsTheFileUnderItsName() {
		this.browser.open("/documents");
		this.browser.click("Öffnungszeiten.txt");
		await().atMost(Duration.ofSeconds(30))
			.untilAsserted(() -> assertThat(directory.resolve("Öffnungszeiten.txt")).hasContent("""
					Mo-Fr 9-18 Uhr
					Sa 9-13 Uhr
					"""));
		assertThat(this.browser.path()).isEqualTo("/documents");
	}

	@Test
	void foldersAreMadeAndEntered() {
		this.browser.open("/documents");
		this.browser.find("#make input").sendKeys("Photos");
		this.browser.find("#make button").click();
		this.browser.awaitName("Photos");
		this.browser.click("Photos");
		assertThat(this.browser.text("h1")).isEqualTo("Photos");
		assertThat(this.browser.text("#listing")).isEqualTo("Nothing is here yet.");
		this.browser.click("documents");
		assertThat(this.browser.path()).isEqualTo("/documents");
	}

	@Test
	void aDirectoryThatIsDeletedMeanwhileIsSaidToBeGone() {
		this.archive.post("/api/folders", "{\"name\": \"Short-lived\"}");
		String path = "/" + this.archive.item("folders", "Short-lived").get("id");
		this.browser.open("/documents" + path);
		this.archive.send(HttpMethod.DELETE, "/api/folders" + path);
		await().atMost(Duration.ofSeconds(30))
			.untilAsserted(() -> assertThat(this.browser.text("main")).contains("There is no folder"));
	}

	@Test
	void whatTheArchiveRefusesIsOnThePageInWordsAndThePageLivesOn() throws IOException {
		this.browser.open("/customers");
		this.browser.click("Bäckerei Müller");
		this.browser.click("invoices");
		this.browser.upload(Files.writeString(directory.resolve("virus.exe"), "MZ"));
		assertThat(this.browser.text("[role=alert]"))
			.isEqualTo("name must not have control characters and must not be a program");
		assertThat(this.browser.names()).contains("RE-2026-0001 Bäckerei Müller.pdf");
		this.browser.upload(Files.writeString(directory.resolve("RE-2026-0099.pdf"), "%PDF"));
		this.browser.awaitName("RE-2026-0099.pdf");
		assertThat(this.archive.item("invoices", "RE-2026-0099.pdf")).containsEntry("customer", "Bäckerei Müller");
	}

	@Test
	void namesThatAreHtmlAreText() {
		String name = "<img src=x onerror=document.title='owned'> \"&amp;\" '";
		this.browser.open("/documents");
		this.archive.shell().check("echo text > documents/" + Shell.quote(name));
		this.browser.awaitName(name);
		assertThat(this.browser.delete(name)).isEqualTo("Delete '" + name + "'?");
		this.browser.confirm();
		this.browser.awaitNoName(name);
		assertThat(this.archive.shell().check("ls documents")).doesNotContain("onerror");
		assertThat(this.browser.title()).isEqualTo("documents - Archive");
	}

	@Test
	void aNarrowWindowNeedsNoScrollingToTheSide() {
		this.browser.resize(500, 800);
		try {
			this.browser.open("/documents");
			assertThat(this.browser.run("return document.documentElement.scrollWidth <= window.innerWidth"))
				.isEqualTo(true);
		}
		finally {
			this.browser.resize(1000, 700);
		}
	}

}
