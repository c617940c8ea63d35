package io.fusemount.core.filesystem;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;

import io.fusemount.conformance.memory.InMemoryDirectory;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.DirectoryEntry;
import io.fusemount.core.node.Quota;
import io.fusemount.core.node.QuotaUsage;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.node.VirtualDirectory;
import io.fusemount.core.operation.Allocation;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.vfs.FileSystemSettings;
import io.fusemount.core.vfs.FileSystemStatistics;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import io.fusemount.core.vfs.PermissionChanges;
import io.fusemount.core.vfs.ScratchSettings;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Programs write to a directory of 16 KiB and four files.
 */
class QuotaTests {

	private static final int KIB = 1024;

	@TempDir
	Path directory;

	private final Limited files = new Limited();

	private NodeFileSystem fileSystem;

	/** Has a quota for all of its files together. */
	private static final class Limited extends InMemoryDirectory {

		private final Quota quota = new Quota() {

			@Override
			protected QuotaUsage stored() {
				long[] sizes = list(null).entries()
					.stream()
					.map(DirectoryEntry::node)
					.mapToLong((file) -> file.attributes().size())
					.toArray();
				return new QuotaUsage("'files'", LongStream.of(sizes).sum(), 16 * KIB, sizes.length, 4);
			}

		};

		Limited() {
			super("files");
		}

		@Override
		public Quota quota(@Nullable RegularFile stored) {
			return this.quota;
		}

	}

	@BeforeEach
	void open() throws IOException {
		this.fileSystem = NodeFileSystem.create(VirtualDirectory.root(Map.of("files", this.files), Instant.now()),
				new FileSystemSettings(0, 0, 022, false, PermissionChanges.IGNORE, Duration.ofHours(1), 100,
						ScratchSettings.defaults()),
				FileSystemSpool.open(this.directory.resolve("spool")), new OperationListener() {
				});
	}

	@AfterEach
	void close() {
		this.fileSystem.close();
	}

	@Test
	@Semantics("A write, a truncate or an allocation that would pass it ends with EDQUOT at once, where the quota of the "
			+ "file is known, and counts what has been written and is not stored yet.")
	void growthIsRefusedBeforeItIsStored() {
		HandleId first = create("first");
		write(first, 0, 10 * KIB);
		assertRefused("17,408 bytes are needed of 16,384", () -> write(first, 10 * KIB, 7 * KIB));
		HandleId second = create("second");
		assertRefused("17,408 bytes are needed of 16,384", () -> write(second, 0, 7 * KIB));
		assertRefused("17,408 bytes are needed of 16,384", () -> this.fileSystem.truncate(second, 7 * KIB));
		assertRefused("17,408 bytes are needed of 16,384",
				() -> this.fileSystem.allocate(second, Allocation.EXTEND, 0, 7 * KIB));
		write(second, 0, 6 * KIB);
		// Like every write that failed, these keep the file from being stored as it is.
		this.fileSystem.truncate(first, 10 * KIB);
		this.fileSystem.truncate(second, 6 * KIB);
		release(first);
		release(second);
		assertThat(content("first")).hasSize(10 * KIB);
		assertThat(content("second")).hasSize(6 * KIB);
		assertRefused("16,385 bytes are needed of 16,384", () -> write(create("third"), 0, 1));
	}

	@Test
	void whatIsGivenUpOrCutOffCountsNoMore() {
		HandleId first = create("first");
		write(first, 0, 16 * KIB);
		this.fileSystem.truncate(first, KIB);
		HandleId second = create("second");
		write(second, 0, 15 * KIB);
		this.fileSystem.delete(this.fileSystem.locate("/files/second"));
		write(create("third"), 0, 15 * KIB);
	}

	@Test
	void aStoredFileCountsOnceWhileItIsWritten() {
		put("a.txt", 10 * KIB);
		HandleId handle = this.fileSystem.open(this.fileSystem.resolve("/files/a.txt"), OpenOptions.READ_WRITE);
		write(handle, 0, 10 * KIB);
		write(handle, 10 * KIB, 6 * KIB);
		assertRefused("16,385 bytes are needed of 16,384", () -> write(handle, 16 * KIB, 1));
	}

	@Test
	void aFileUnderTheNameOfOneThatWasMovedAwayReplacesIt() {
		put("a.txt", 10 * KIB);
		this.fileSystem.rename(this.fileSystem.locate("/files/a.txt"), this.fileSystem.locate("/files/a.txt~"));
		HandleId handle = create("a.txt");
		write(handle, 0, 12 * KIB);
		release(handle);
		assertThat(content("a.txt")).hasSize(12 * KIB);
	}

	@Test
	@Semantics("Where no file is left, creating one ends with EDQUOT.")
	void oneFileTooManyIsNotCreated() {
		for (int i = 0; i < 4; i++) {
			release(create("file " + i));
		}
		assertRefused("5 files are needed of 4", () -> create("one more"));
		assertRefused("5 files are needed of 4",
				() -> this.fileSystem.createEmpty(this.fileSystem.locate("/files/one more")));
		this.fileSystem.delete(this.fileSystem.locate("/files/file 0"));
		release(create("one more"));
	}

	@Test
	void aScratchFileCountsTowardsNoQuota() {
		HandleId scratch = create("draft.tmp");
		write(scratch, 0, 32 * KIB);
		assertThat(this.fileSystem.statistics(this.files).freeBlocks()).isEqualTo(4);
	}

	@Test
	@Semantics("`statfs` of the directory, or of a file in it, shows the quota as the size of the filesystem, and what is "
			+ "left of it as free.")
	void statisticsTellTheQuota() {
		put("a.txt", 4 * KIB);
		write(create("b.txt"), 0, 4 * KIB);
		FileSystemStatistics disk = this.fileSystem.statistics();
		FileSystemStatistics expected = new FileSystemStatistics(4 * KIB, 4, 2, 4, 2, disk.maxNameBytes());
		assertThat(this.fileSystem.statistics(this.fileSystem.resolve("/files"))).isEqualTo(expected);
		assertThat(this.fileSystem.statistics(this.fileSystem.resolve("/files/a.txt"))).isEqualTo(expected);
		assertThat(this.fileSystem.statistics(this.fileSystem.resolve("/")).blocks()).isEqualTo(disk.blocks());
	}

	private static void assertRefused(String numbers, ThrowingCallable work) {
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(work)
			.withMessage("The quota of 'files' is used up: " + numbers)
			.extracting(ErrnoException::errno)
			.isEqualTo(Errno.EDQUOT);
	}

	private HandleId create(String name) {
		return this.fileSystem.create(this.fileSystem.locate("/files/" + name), OpenOptions.NEW);
	}

	private void write(HandleId handle, long position, int bytes) {
		this.fileSystem.write(handle, position, ByteBuffer.allocate(bytes));
	}

	private void release(HandleId handle) {
		this.fileSystem.flush(handle);
		this.fileSystem.release(handle);
	}

	private void put(String name, int bytes) {
		this.files.application().put(name, "x".repeat(bytes));
	}

	private byte[] content(String name) {
		return Objects.requireNonNull(this.files.application().content(name), name);
	}

}
