package io.fusemount.sample;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.shell.ShellResult;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * The same archive from both sides, by HTTP and as a directory, on any database.
 */
@EnabledIfFuse
@Timeout(600)
@TestInstance(Lifecycle.PER_CLASS)
abstract class AbstractArchiveTests {

	/** Of one customer, as a shell writes it. */
	static final String INVOICES = "customers/Bäckerei\\ Müller/invoices";

	@TempDir
	static Path directory;

	RunningArchive archive;

	/** Returns the settings that choose the database, as on the command line. */
	abstract String[] database();

	@BeforeAll
	void start() throws IOException {
		this.archive = RunningArchive.start(directory, database());
	}

	@AfterAll
	void stop() throws IOException {
		this.archive.close();
		assertThat(this.archive.mountPoint()).doesNotExist();
	}

	/** A file outside of the archive, to be copied into it. */
	private static String local(String content) throws IOException {
		return Shell.quote(Files.writeString(Files.createTempFile(directory, "local", null), content));
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	@Test
	void hasAFewFilesFromTheStart() {
		assertThat(this.archive.shell().check("ls " + INVOICES + " documents").lines())
			.contains("RE-2026-0001 Bäckerei Müller.pdf", "Öffnungszeiten.txt");
		assertThat(this.archive.item("invoices", "RE-2026-0001 Bäckerei Müller.pdf")).containsEntry("customer",
				"Bäckerei Müller");
	}

	@Test
	void showsAnUploadInTheDirectoryAtOnce() {
		assertThat(this.archive.shell().run("cat documents/letter.txt").isSuccess()).isFalse();
		assertThat(this.archive.upload("documents", "letter.txt", bytes("Dear Sir")).getStatusCode())
			.isEqualTo(HttpStatus.CREATED);
		assertThat(this.archive.shell().check("cat documents/letter.txt")).isEqualTo("Dear Sir");
	}

	@Test
	void showsACopiedFileInTheListWithAuditAndNumber() throws IOException {
		this.archive.shell().check("cp " + local("12345") + " " + INVOICES + "/scan\\ of\\ AB-2026-17.pdf");
		Map<String, Object> item = this.archive.item("invoices", "scan of AB-2026-17.pdf");
		assertThat(item).containsEntry("size", 5)
			.containsEntry("version", 0)
			.containsEntry("number", "AB-2026-17")
			.containsEntry("status", "RECEIVED")
			.containsEntry("customer", "Bäckerei Müller")
			.containsEntry("createdBy", "archive")
			.containsEntry("modifiedBy", "archive")
			.containsKeys("id", "created", "modified");
		assertThat(this.archive.get("/api/invoices/" + item.get("id") + "/content").getBody())
			.isEqualTo(bytes("12345"));
	}

	@Test
	void showsPropertiesOfInvoicesAsExtendedAttributes() throws IOException {
		assumeTrue(Shell.has("setfattr"), "setfattr is not installed");
		Shell shell = Shell.in(this.archive.mountPoint().resolve(INVOICES.replace("\\", "")));
		shell.check("cp " + local("12345") + " 'RE-2026-88.pdf'");
		assertThat(shell.check("getfattr -d RE-2026-88.pdf").lines()).contains("user.number=\"RE-2026-88\"",
				"user.status=\"RECEIVED\"");
		assertThat(shell.check("getfattr --only-values -n user.customer RE-2026-88.pdf")).isEqualTo("Bäckerei Müller");
		Map<String, Object> before = this.archive.item("invoices", "RE-2026-88.pdf");
		shell.check("setfattr -n user.status -v PAID RE-2026-88.pdf");
		Map<String, Object> after = this.archive.item("invoices", "RE-2026-88.pdf");
		assertThat(after).containsEntry("status", "PAID").containsEntry("id", before.get("id"));
		assertThat(before).containsEntry("version", 0);
		assertThat(after).containsEntry("version", 1);
		assertThat(shell.run("setfattr -n user.status -v LOST RE-2026-88.pdf").errors()).contains("Invalid argument");
		assertThat(shell.run("setfattr -x user.status RE-2026-88.pdf").errors()).contains("Invalid argument");
		assertThat(shell.run("setfattr -n user.number -v 1 RE-2026-88.pdf").errors())
			.contains("Operation not supported");
		assertThat(shell
			.run("python3 -c \"import os; os.setxattr('RE-2026-88.pdf', 'user.status', b'OPEN', os.XATTR_CREATE)\"")
			.errors()).contains("File exists");
		shell.check("setfattr -n user.colour -v rot RE-2026-88.pdf && setfattr -n user.stamp -v 0x00ff RE-2026-88.pdf");
		shell.check("tar --xattrs -cf " + directory + "/paid.tar RE-2026-88.pdf && rm RE-2026-88.pdf");
		shell.check("tar --xattrs -xf " + directory + "/paid.tar && cp -a RE-2026-88.pdf RE-2026-89.pdf");
		for (String name : List.of("RE-2026-88.pdf", "RE-2026-89.pdf")) {
			assertThat(this.archive.item("invoices", name)).containsEntry("status", "PAID");
			assertThat(shell.check("getfattr -d -e hex " + name).lines()).contains("user.colour=0x726f74",
					"user.stamp=0x00ff");
		}
		assertThat(shell.check("getfattr --only-values -n user.login '../../Bäckerei Müller'")).isNotEmpty();
	}

	@Test
	void keepsTheRowWhenItsContentIsWrittenAnew() {
		this.archive.upload("documents", "minutes.txt", bytes("first"));
		Map<String, Object> before = this.archive.item("documents", "minutes.txt");
		this.archive.shell().check("printf 'second, longer' > documents/minutes.txt");
		Map<String, Object> after = this.archive.item("documents", "minutes.txt");
		assertThat(after).containsEntry("id", before.get("id"))
			.containsEntry("createdBy", "archive")
			.containsEntry("modifiedBy", "archive")
			.containsEntry("size", 14);
		assertThat((Integer) after.get("version")).isGreaterThan((Integer) before.get("version"));
	}

	@Test
	void takesADeletedFileOutOfTheDirectory() {
		this.archive.upload("documents", "old.txt", bytes("old"));
		assertThat(this.archive.shell().check("cat documents/old.txt")).isEqualTo("old");
		Object id = this.archive.item("documents", "old.txt").get("id");
		assertThat(this.archive.send(HttpMethod.DELETE, "/api/documents/" + id).getStatusCode())
			.isEqualTo(HttpStatus.NO_CONTENT);
		ShellResult gone = this.archive.shell().run("cat documents/old.txt");
		assertThat(gone.isSuccess()).isFalse();
		assertThat(gone.errors()).contains("No such file or directory");
	}

	@Test
	void takesAFileThatIsRemovedOutOfTheList() {
		this.archive.upload("documents", "draft.txt", bytes("draft"));
		this.archive.shell().check("rm documents/draft.txt");
		assertThat(this.archive.items("documents")).extracting("name").doesNotContain("draft.txt");
	}

	@Test
	void validatesFilesAsItValidatesUploads() throws IOException {
		assertThat(this.archive.upload("invoices", "virus.exe", bytes("MZ")).getStatusCode())
			.isEqualTo(HttpStatus.BAD_REQUEST);
		ShellResult copied = this.archive.shell().run("cp " + local("MZ") + " " + INVOICES + "/virus.exe");
		assertThat(copied.isSuccess()).isFalse();
		assertThat(copied.errors()).contains("Invalid argument");
		assertThat(this.archive.items("invoices")).extracting("name").doesNotContain("virus.exe");
		// The kernel says that the last handle is closed after close() has returned.
		await().atMost(Duration.ofMinutes(2))
			.untilAsserted(() -> assertThat(this.archive.shell().check("ls " + INVOICES)).doesNotContain("virus.exe"));
	}

	@Test
	void answersWithProblemDetails() {
		this.archive.upload("documents", "twice.txt", bytes("1"));
		ResponseEntity<String> twice = this.archive.upload("documents", "twice.txt", bytes("2"));
		assertThat(twice.getStatusCode()).isEqualTo(HttpStatus.CONFLICT);
		assertThat(twice.getHeaders().getContentType()).isEqualTo(MediaType.APPLICATION_PROBLEM_JSON);
		assertThat(twice.getBody()).contains("There is a file 'twice.txt' already");
		assertThat(this.archive.get("/api/documents/999999/content").getStatusCode()).isEqualTo(HttpStatus.NOT_FOUND);
		assertThat(this.archive.send(HttpMethod.DELETE, "/api/invoices/999999").getStatusCode())
			.isEqualTo(HttpStatus.NOT_FOUND);
	}

	@Test
	void downloadsWithTypeAndName() {
		Object id = this.archive.item("invoices", "RE-2026-0003 Café Zürich.pdf").get("id");
		ResponseEntity<byte[]> content = this.archive.get("/api/invoices/" + id + "/content");
		assertThat(content.getHeaders().getContentType()).isEqualTo(MediaType.APPLICATION_PDF);
		assertThat(content.getHeaders().getContentDisposition().getFilename())
			.isEqualTo("RE-2026-0003 Café Zürich.pdf");
		byte[] body = content.getBody();
		assertThat(body).startsWith(bytes("%PDF-1.4\n")).hasSize((int) content.getHeaders().getContentLength());
	}

	/** Rows without a folder are all alike to an ordinary unique constraint. */
	@Test
	void theDatabaseKeepsTheNamesAtTheTopApart() {
		JdbcTemplate jdbc = this.archive.bean(JdbcTemplate.class);
		for (String insert : List.of("insert into folder (id, name, version) values (?, 'kept-apart', 0)",
				"insert into document (id, name, size, version) values (?, 'kept-apart.txt', 0, 0)")) {
			jdbc.update(insert, -1);
			assertThatExceptionOfType(DuplicateKeyException.class).isThrownBy(() -> jdbc.update(insert, -2));
		}
		jdbc.update("delete from folder where id = -1");
		jdbc.update("delete from document where id = -1");
	}

	@Test
	void isMeasuredAndWatched() {
		this.archive.shell().check("ls documents");
		assertThat(this.archive.get("/actuator/prometheus").getBody()).asString(StandardCharsets.UTF_8)
			.contains("fusemount_operations_seconds_count{mount=\"default\",operation=\"readdir\",outcome=\"success\"}")
			.contains("fusemount_operations_seconds_bucket");
		assertThat(this.archive.get("/actuator/health").getBody()).asString(StandardCharsets.UTF_8)
			.contains("\"state\":\"MOUNTED\"");
		assertThat(this.archive.get("/actuator/fusemounts/default").getBody()).asString(StandardCharsets.UTF_8)
			.contains("{\"path\":\"documents\",\"repository\":\"")
			.contains("\"writable\":true,\"creatable\":true,\"content\":\"");
	}

	/** {@link ArchiveTrees}. */
	@Nested
	class Trees extends ArchiveTrees {

		@Override
		RunningArchive archive() {
			return AbstractArchiveTests.this.archive;
		}

	}

	/** {@link ArchiveMoves}. */
	@Nested
	class Moves extends ArchiveMoves {

		@Override
		RunningArchive archive() {
			return AbstractArchiveTests.this.archive;
		}

	}

}
