package io.fusemount.data.jpa.vfs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.fusemount.conformance.vfs.NodeFileSystemFixture;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import io.fusemount.core.vfs.VirtualFileSystem;
import io.fusemount.data.jpa.support.Postgres;
import io.fusemount.data.jpa.support.RoundTrips;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * How often a small change waits for an answer of PostgreSQL, counted between the driver
 * and the server, with all that the kernel asks before the change.
 */
@TestInstance(Lifecycle.PER_CLASS)
class PostgresRoundTripsTests {

	private static final OpenOptions CREATE = new OpenOptions(false, true, true, OpenOptions.Creation.SHARED, false,
			false);

	private static final OpenOptions APPEND = new OpenOptions(false, true, false, OpenOptions.Creation.SHARED, true,
			false);

	private static final int BYTES = 4096;

	private RoundTrips roundTrips;

	private ArchiveOwner owner;

	private NodeFileSystemFixture fixture;

	private VirtualFileSystem fileSystem;

	@BeforeAll
	void start() {
		this.roundTrips = new RoundTrips(Postgres.createDatabase("roundtrips"));
		this.owner = new ArchiveOwner(this.roundTrips.url(), "lo_get(document)");
		this.fixture = new NodeFileSystemFixture(this.owner.emptyDirectory(), this.owner);
		this.fileSystem = this.fixture.fileSystem();
		// Fetches the first block of ids, and loads what is needed once.
		create("first");
		create("second");
	}

	@AfterAll
	void stop() throws IOException {
		this.fixture.close();
		this.owner.close();
		this.roundTrips.close();
	}

	@Test
	void creatingAFileTakesThree() {
		assertThat(trips(() -> create("new"))).containsExactly("select", "BEGIN; insert", "COMMIT");
	}

	@Test
	void overwritingAFileTakesThree() {
		create("old");
		assertThat(trips(() -> open("old", CREATE, 0))).containsExactly("BEGIN; select", "update", "COMMIT");
	}

	@Test
	void appendingToAFileTakesThree() {
		create("log");
		assertThat(trips(() -> open("log", APPEND, BYTES))).containsExactly("BEGIN; select", "update", "COMMIT");
	}

	@Test
	void renamingAFileTakesFour() {
		create("source");
		assertThat(trips(() -> rename("source", "target"))).containsExactly("select", "BEGIN; select", "update",
				"COMMIT");
	}

	@Test
	void deletingAFileTakesThree() {
		create("gone");
		assertThat(trips(() -> delete("gone"))).containsExactly("BEGIN; select", "delete", "COMMIT");
	}

	/** Returns the first word of each statement. */
	private List<String> trips(Runnable work) {
		this.roundTrips.clear();
		work.run();
		return this.roundTrips.all()
			.stream()
			.map((trip) -> Stream.of(trip.split("; "))
				.map((statement) -> statement.split(" ")[0])
				.collect(Collectors.joining("; ")))
			.toList();
	}

	private void open(String name, OpenOptions options, long position) {
		write(this.fileSystem.open(this.fileSystem.resolve(path(name)), options), position);
	}

	private void create(String name) {
		requireMissing(name);
		write(this.fileSystem.create(this.fileSystem.locate(path(name)), CREATE), 0);
	}

	private void write(HandleId handle, long position) {
		this.fileSystem.write(handle, position, ByteBuffer.allocate(BYTES));
		this.fileSystem.flush(handle);
		this.fileSystem.release(handle);
	}

	private void rename(String name, String target) {
		this.fileSystem.resolve(path(name));
		requireMissing(target);
		this.fileSystem.rename(this.fileSystem.locate(path(name)), this.fileSystem.locate(path(target)));
	}

	private void delete(String name) {
		this.fileSystem.resolve(path(name));
		this.fileSystem.delete(this.fileSystem.locate(path(name)));
	}

	private void requireMissing(String name) {
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> this.fileSystem.resolve(path(name)))
			.satisfies((failure) -> assertThat(failure.errno()).isEqualTo(Errno.ENOENT));
	}

	private static String path(String name) {
		return "/files/" + name;
	}

}
