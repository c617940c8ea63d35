package io.fusemount.core.filesystem;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import io.fusemount.conformance.memory.InMemoryDirectory;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.VirtualDirectory;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.vfs.FileSystemSettings;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import io.fusemount.core.vfs.PermissionChanges;
import io.fusemount.core.vfs.ScratchSettings;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A deleted row of a directory that takes no new files, whose time to be replaced is over
 * in the very moment in which its replacement comes or goes. A millisecond is the time,
 * and the database is away until it may end.
 */
@Timeout(600)
class AwaitedRowTests {

	@TempDir
	Path spool;

	private final InMemoryDirectory rows = new InMemoryDirectory("files").refusingNewFiles("A customer is missing");

	private final WatchedDirectory files = new WatchedDirectory(this.rows);

	private NodeFileSystem fileSystem;

	private NodeKey key;

	private final Queue<String> failures = new ConcurrentLinkedQueue<>();

	@BeforeEach
	void deleteTheRow() throws IOException {
		this.fileSystem = mount(Duration.ofMillis(1));
		this.rows.application().put("a.txt", "old");
		this.key = Objects.requireNonNull(this.rows.application().key("a.txt"));
		this.files.failDeletions(new ErrnoException(Errno.EIO, "The database is away"));
		this.fileSystem.delete(at("a.txt"));
	}

	private NodeFileSystem mount(Duration wait) throws IOException {
		return NodeFileSystem.create(VirtualDirectory.root(Map.of("files", this.files), Instant.EPOCH),
				new FileSystemSettings(0, 0, 022, false, PermissionChanges.IGNORE, Duration.ofHours(1), 0,
						new ScratchSettings(ScratchSettings.defaults().names(), wait)),
				FileSystemSpool.open(this.spool), new OperationListener() {

					@Override
					public void operationFailed(Operation operation, @Nullable Object subject, ErrnoException failure,
							long nanos) {
						AwaitedRowTests.this.failures.add(operation + " " + subject + ": " + failure.getMessage());
					}

				});
	}

	@AfterEach
	void close() {
		this.fileSystem.close();
	}

	@Test
	void waitsForAReplacementThatIsOpenedAsItsTimeEnds() {
		this.files.nextKeyBelow("requireFree", () -> await(() -> isTimerIn("lock")));
		HandleId handle = this.fileSystem.create(at("a.txt"), OpenOptions.READ_WRITE);
		await(() -> !isTimerIn("settleNow"));
		this.fileSystem.write(handle, 0, ByteBuffer.wrap("new".getBytes(StandardCharsets.UTF_8)));
		this.fileSystem.flush(handle);
		this.fileSystem.release(handle);
		assertThat(this.rows.application().key("a.txt")).isEqualTo(this.key);
		assertThat(this.rows.application().content("a.txt")).asString().isEqualTo("new");
	}

	@Test
	void isDeletedIfItsTimeEndsAsItsReplacementIsDeleted() {
		HandleId handle = this.fileSystem.create(at("a.txt"), OpenOptions.READ_WRITE);
		this.files.nextKeyBelow("removeLocal", "touched", () -> await(() -> isTimerIn("lock")));
		this.fileSystem.delete(at("a.txt"));
		assertThat(isVisible()).isFalse();
		this.fileSystem.release(handle);
		this.files.failDeletions(null);
		await(() -> this.rows.application().key("a.txt") == null);
	}

	@Test
	void isThereAgainIfTheApplicationHasChangedIt() {
		this.rows.application().put("a.txt", "changed");
		// Deletions still fail, for the timer may have looked just before.
		await(this::isVisible);
		assertThat(this.rows.application().key("a.txt")).isEqualTo(this.key);
		assertThat(this.rows.application().content("a.txt")).asString().isEqualTo("changed");
		await(() -> this.failures
			.contains("UNLINK /files/a.txt: 'a.txt' has been changed since it was deleted, and is there again"));
	}

	@Test
	void staysIfItHasGotItsReplacementAsThatIsRenamed() throws IOException {
		this.fileSystem.close();
		this.files.failDeletions(null);
		this.fileSystem = mount(Duration.ofHours(1));
		this.fileSystem.delete(at("a.txt"));
		HandleId handle = this.fileSystem.create(at("a.txt"), OpenOptions.READ_WRITE);
		this.fileSystem.write(handle, 0, ByteBuffer.wrap("new".getBytes(StandardCharsets.UTF_8)));
		this.files.next(at("a.txt~").name(), () -> this.fileSystem.flush(handle));
		this.fileSystem.rename(at("a.txt"), at("a.txt~"));
		this.fileSystem.release(handle);
		this.fileSystem.close();
		assertThat(this.rows.application().key("a.txt~")).isEqualTo(this.key);
		assertThat(this.rows.application().content("a.txt~")).asString().isEqualTo("new");
	}

	@RepeatedTest(50)
	void staysIfTheTimerIsAtItWhileTheMountEnds() {
		this.fileSystem.close();
		assertThat(isTimerIn("settle")).as("the timer goes on").isFalse();
		assertThat(this.rows.application().key("a.txt")).isEqualTo(this.key);
	}

	private boolean isVisible() {
		try {
			this.fileSystem.resolve("/files/a.txt");
			return true;
		}
		catch (ErrnoException ex) {
			return false;
		}
	}

	/** Whether the timer is in a method, or waits in it. */
	private static boolean isTimerIn(String method) {
		return Thread.getAllStackTraces()
			.entrySet()
			.stream()
			.filter((entry) -> entry.getKey().getName().equals("fusemount-renames"))
			.flatMap((entry) -> Arrays.stream(entry.getValue()))
			.anyMatch((frame) -> frame.getMethodName().equals(method));
	}

	private static void await(BooleanSupplier condition) {
		long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
		while (!condition.getAsBoolean()) {
			assertThat(System.nanoTime()).as("in time").isLessThan(end);
			Thread.onSpinWait();
		}
	}

	private Place at(String name) {
		return this.fileSystem.locate("/files/" + name);
	}

}
