package io.fusemount.conformance.vfs;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.QuotaUsage;
import io.fusemount.core.operation.Allocation;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.vfs.FileSystemStatistics;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Contract: a quota of 16 KiB and four files for all files together. The test of a source
 * extends this class and provides only the fixture, whose {@code /files} has the quota.
 */
public abstract class VfsQuotaKit extends VfsKit {

	/** The limits. */
	protected static final int MAX_BYTES = 16 << 10;

	/** The limits. */
	protected static final int MAX_FILES = 4;

	private static final int KIB = 1024;

	private static final String UNSAVED = "/.fusemount/unsaved";

	/** Returns a fresh fixture; public for tests in other packages. */
	@Override
	protected abstract VfsFixture createFixture();

	private static void assertRefused(String numbers, ThrowingCallable work) {
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(work)
			.withMessageMatching("The quota of .+ is used up: " + numbers)
			.extracting(ErrnoException::errno)
			.isEqualTo(Errno.EDQUOT);
	}

	private void write(HandleId handle, long position, int bytes) {
		fileSystem().write(handle, position, ByteBuffer.allocate(bytes));
	}

	/** What the application, or another node, has stored meanwhile. */
	private void put(String name, int bytes) {
		application().put(name, new byte[bytes]);
	}

	private byte[] stored(String name) {
		byte[] content = application().content(name);
		assertThat(content).as(name).isNotNull();
		return content;
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
		assertRefused("17,408 bytes are needed of 16,384", () -> fileSystem().truncate(second, 7 * KIB));
		assertRefused("17,408 bytes are needed of 16,384",
				() -> fileSystem().allocate(second, Allocation.EXTEND, 0, 7 * KIB));
		write(second, 0, 6 * KIB);
		// Like every write that failed, these keep the file from being stored as it is.
		fileSystem().truncate(first, 10 * KIB);
		fileSystem().truncate(second, 6 * KIB);
		close(first);
		close(second);
		assertThat(stored("first")).hasSize(10 * KIB);
		assertThat(stored("second")).hasSize(6 * KIB);
		assertRefused("16,385 bytes are needed of 16,384", () -> write(create("third"), 0, 1));
	}

	@Test
	void whatIsGivenUpOrCutOffCountsNoMore() {
		HandleId first = create("first");
		write(first, 0, 16 * KIB);
		fileSystem().truncate(first, KIB);
		HandleId second = create("second");
		write(second, 0, 15 * KIB);
		delete("second");
		write(create("third"), 0, 15 * KIB);
	}

	@Test
	void aStoredFileCountsOnceWhileItIsWritten() {
		put("a.txt", 10 * KIB);
		HandleId handle = open("a.txt", OpenOptions.READ_WRITE);
		write(handle, 0, 10 * KIB);
		write(handle, 10 * KIB, 6 * KIB);
		assertRefused("16,385 bytes are needed of 16,384", () -> write(handle, 16 * KIB, 1));
	}

	@Test
	@Semantics("A file that replaces another one counts once.")
	void aFileThatReplacesAnotherCountsOnce() {
		put("a.txt", 10 * KIB);
		rename("a.txt", "a.txt~");
		HandleId handle = create("a.txt");
		write(handle, 0, 12 * KIB);
		close(handle);
		assertThat(stored("a.txt")).hasSize(12 * KIB);
		HandleId other = create("b.txt");
		write(other, 0, 4 * KIB);
		close(other);
		rename("b.txt", "a.txt");
		write(create("c.txt"), 0, 12 * KIB);
	}

	@Test
	@Semantics("Where no file is left, creating one ends with EDQUOT.")
	void oneFileTooManyIsNotCreated() {
		for (int i = 0; i < MAX_FILES; i++) {
			close(create("file " + i));
		}
		assertRefused("5 files are needed of 4", () -> create("one more"));
		assertRefused("5 files are needed of 4", () -> fileSystem().createEmpty(at("one more"), 0644));
		delete("file 0");
		close(create("one more"));
	}

	@Test
	@Semantics("Shrinking, deleting and renaming always work.")
	void whatIsOverTheQuotaCanBecomeLess() {
		put("a.txt", 20 * KIB);
		put("b.txt", 10 * KIB);
		rename("a.txt", "c.txt");
		HandleId handle = open("c.txt", OpenOptions.READ_WRITE);
		fileSystem().truncate(handle, 18 * KIB);
		close(handle);
		assertThat(stored("c.txt")).hasSize(18 * KIB);
		delete("b.txt");
		assertThat(application().content("b.txt")).isNull();
		assertRefused("18,433 bytes are needed of 16,384", () -> write(create("d.txt"), 0, 1));
	}

	@Test
	void aScratchFileCountsTowardsNoQuota() {
		write(create("draft.tmp"), 0, 32 * KIB);
		assertThat(fileSystem().statistics(fileSystem().resolve(directory())).freeBlocks()).isEqualTo(4);
	}

	@Test
	@Semantics("`statfs` of the directory, or of a file in it, shows the quota as the size of the filesystem, and what is "
			+ "left of it as free.")
	void statisticsTellTheQuota() {
		put("a.txt", 4 * KIB);
		write(create("b.txt"), 0, 4 * KIB);
		FileSystemStatistics disk = fileSystem().statistics();
		FileSystemStatistics expected = new FileSystemStatistics(4 * KIB, 4, 2, 4, 2, disk.maxNameBytes());
		assertThat(fileSystem().statistics(fileSystem().resolve(directory()))).isEqualTo(expected);
		assertThat(fileSystem().statistics(node("a.txt"))).isEqualTo(expected);
		assertThat(fileSystem().statistics(fileSystem().resolve("/")).blocks()).isEqualTo(disk.blocks());
	}

	@ParameterizedTest
	@EnumSource(names = { "FLUSH", "FSYNC" })
	@Semantics("What would pass a quota is refused with EDQUOT by the transaction that stores it: content that was "
			+ "accepted before is kept among what is unsaved, and can be stored when there is room.")
	void contentForWhichThereIsNoRoomAnyMoreIsKept(Operation storing) {
		HandleId handle = create("a.txt");
		write(handle, 0, 10 * KIB);
		put("other", 10 * KIB);
		assertRefused("20,480 bytes are needed of 16,384",
				() -> fixture().dispatcher().dispatch(storing, directory() + "/a.txt", () -> {
					if (storing == Operation.FSYNC) {
						fileSystem().sync(handle);
					}
					else {
						fileSystem().flush(handle);
					}
					return 0;
				}));
		fileSystem().release(handle);
		assertThat(application().content("a.txt")).isNull();
		String kept = names(UNSAVED).get(0);
		assertThat(kept).endsWith("-a.txt");
		assertThat(text("/.fusemount/errors")).contains(" EDQUOT ", directory() + "/a.txt: The quota of ",
				"is used up: 20,480 bytes are needed of 16,384", "the bytes are in .fusemount/unsaved/" + kept);
		delete("other");
		HandleId again = create("a.txt");
		fileSystem().write(again, 0, ByteBuffer.wrap(bytes(text(UNSAVED + "/" + kept))));
		close(again);
		assertThat(stored("a.txt")).hasSize(10 * KIB);
	}

	@Test
	@Semantics("Root and the owner of the mount find the fullest quotas in `.fusemount/status`, as they were measured "
			+ "last; other users do not.")
	void administratorsSeeWhatIsUsed() {
		put("a.txt", 8 * KIB);
		close(create("b.txt"));
		QuotaUsage known = fileSystem().supervision().quotas(10).get(0).usage();
		assertThat(known).isEqualTo(new QuotaUsage(known.of(), 8 * KIB, MAX_BYTES, 2, MAX_FILES));
		assertThat(known.share()).isEqualTo(0.5);
		assertThat(text("/.fusemount/status"))
			.containsPattern("\nquota of .+: 8,192 of 16,384 bytes, 2 of 4 files at \\d{4}-");
		Caller.as(new Caller(4711, 4711, 7), () -> assertThat(text("/.fusemount/status")).doesNotContain("quota"));
	}

	private String text(String path) {
		HandleId handle = fileSystem().open(fileSystem().resolve(path), OpenOptions.READ);
		try {
			return read(handle);
		}
		finally {
			fileSystem().release(handle);
		}
	}

	private List<String> names(String path) {
		List<String> names = new ArrayList<>();
		HandleId handle = fileSystem().openDirectory(fileSystem().resolve(path));
		fileSystem().readDirectory(handle, 0, (name, status, next) -> names.add(name));
		fileSystem().releaseDirectory(handle);
		names.removeAll(List.of(".", ".."));
		return names;
	}

}
