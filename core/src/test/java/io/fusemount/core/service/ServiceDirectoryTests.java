package io.fusemount.core.service;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.failure.Failures;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.node.VirtualDirectory;
import io.fusemount.core.operation.Viewer;
import io.fusemount.core.spool.Spool;
import io.fusemount.core.supervision.ServiceCheck;
import io.fusemount.core.supervision.UnsavedListing;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The status of a mount, and the places that it is derived from.
 */
class ServiceDirectoryTests {

	private static final int OWNER = 1000;

	private static final VirtualDirectory ROOT = VirtualDirectory.root(Map.of(), Instant.EPOCH);

	@TempDir
	private Path disk;

	private final AtomicInteger listings = new AtomicInteger();

	private Spool spool;

	private ServiceStatus status;

	private ServiceDirectory directory;

	@BeforeEach
	void open() throws IOException {
		this.spool = Spool.open(this.disk);
		this.status = new ServiceStatus(ServiceCheck.local(), this::unsavedListing, () -> Long.MAX_VALUE, () -> 0, ROOT,
				Instant.now());
		this.directory = new ServiceDirectory(this.status, Failures.create(), this.spool.unsaved(), OWNER,
				Instant.now());
	}

	@AfterEach
	void close() throws IOException {
		this.spool.close();
	}

	@Test
	void aFileInPlaceOfTheUnsavedOnesHidesNothingElse() throws IOException {
		Files.createFile(this.disk.resolve("unsaved"));
		assertUnreadable("Not a directory");
	}

	/** Root can read every directory, but not this one either. */
	@Test
	void aDirectoryOfUnsavedFilesThatCannotBeReadHidesNothingElse() throws IOException {
		Files.createSymbolicLink(this.disk.resolve("unsaved"), Path.of("unsaved"));
		assertUnreadable("Too many levels of symbolic links");
	}

	private void assertUnreadable(String reason) {
		assertThat(this.directory.list(null).entries()).extracting((entry) -> entry.name().value())
			.containsExactly("errors", "status", "unsaved");
		assertThat(this.status.trouble()).startsWith("The unsaved files cannot be listed: " + reason);
		assertThat(text()).startsWith("OUT_OF_SERVICE\nreason: The unsaved files cannot be listed: " + reason)
			.contains("\nunsaved: cannot be listed: " + reason)
			.doesNotContain(this.disk.toString());
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> unsaved().list(null)).satisfies((failure) -> {
			assertThat(failure.errno()).isEqualTo(Errno.EIO);
			assertThat(failure).hasMessage("The unsaved files cannot be listed");
			assertThat(failure.hint()).contains(this.disk.resolve("unsaved").toString(), reason);
		});
	}

	@Test
	void oneLookAtTheStatusListsTheUnsavedFilesOnce() throws IOException {
		Path copy = Files.createDirectories(this.disk.resolve("unsaved")).resolve("20260101T120000.123Z-1-a.txt");
		Files.writeString(copy, "text");
		assertThat(text()).startsWith("OUT_OF_SERVICE\nreason: 1 ");
		assertThat(this.listings).hasValue(1);
	}

	@Test
	void listingItDoesNotListTheUnsavedFiles() {
		assertThat(this.directory.list(null).entries()).hasSize(3)
			.extracting((entry) -> entry.node().attributes().size())
			.containsOnly(0L);
		assertThat(this.listings).hasValue(0);
	}

	@Test
	void whoDoesNotSeeTheMountIsToldInWordsForTheViewer() {
		ServiceCheck check = ServiceCheck.local().withVisibility((viewer) -> viewer.all() ? "all of it" : "a part");
		ServiceStatus limited = new ServiceStatus(check, this::unsavedListing, () -> Long.MAX_VALUE, () -> 0, ROOT,
				Instant.now());
		assertThat(limited.text(new Viewer(OWNER, true))).contains("\nvisibility: all of it\n");
		assertThat(limited.text(new Viewer(1001, false))).contains("\nvisibility: a part\n");
		assertThat(limited.visibility()).isEqualTo("all of it");
	}

	@Test
	void thatChangesByOthersAreSeenLateIsToldInWordsForTheViewer() {
		ServiceCheck check = ServiceCheck.local().withChangeFeed(() -> "the database is away");
		ServiceStatus late = new ServiceStatus(check, this::unsavedListing, () -> Long.MAX_VALUE, () -> 0, ROOT,
				Instant.now());
		assertThat(late.text(new Viewer(OWNER, true)))
			.contains("\nchange feed: Changes by others are seen after the time-to-live: the database is away\n");
		assertThat(late.text(new Viewer(1001, false)))
			.contains("\nchange feed: Changes by others are seen after the time-to-live\n");
		assertThat(late.changeFeed()).endsWith("the database is away");
		assertThat(text()).doesNotContain("change feed");
	}

	private UnsavedListing unsavedListing() {
		this.listings.incrementAndGet();
		return this.spool.unsaved().listing();
	}

	private UnsavedDirectory unsaved() {
		return (UnsavedDirectory) Objects.requireNonNull(this.directory.find(new Name("unsaved")));
	}

	private String text() {
		RegularFile file = (RegularFile) Objects.requireNonNull(this.directory.find(new Name("status")));
		ByteBuffer bytes = ByteBuffer.allocate((int) file.attributes().size());
		file.content().read(0, bytes);
		return new String(bytes.array(), StandardCharsets.UTF_8);
	}

}
