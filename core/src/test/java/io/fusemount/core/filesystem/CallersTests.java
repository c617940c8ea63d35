package io.fusemount.core.filesystem;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import io.fusemount.conformance.memory.Call;
import io.fusemount.conformance.memory.CallListener;
import io.fusemount.conformance.memory.InMemoryDirectory;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.VirtualDirectory;
import io.fusemount.core.operation.Allocation;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.vfs.FileSystemSettings;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import io.fusemount.core.vfs.PermissionChanges;
import io.fusemount.core.vfs.ScratchSettings;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Whom the application sees when something is stored later than it was asked for.
 */
@Timeout(600)
class CallersTests {

	private static final Caller ALICE = new Caller(1000, 100, 11);

	private static final Caller BOB = new Caller(1001, 100, 12);

	/** As the kernel releases files and writes mapped pages. */
	private static final Caller KERNEL = new Caller(0, 0, 0);

	@TempDir
	Path directory;

	private final InMemoryDirectory files = new InMemoryDirectory("files");

	private final List<@Nullable Caller> seen = new CopyOnWriteArrayList<>();

	private @Nullable NodeFileSystem fileSystem;

	private NodeFileSystem open(Duration replacementWait) throws IOException {
		FileSystemSettings settings = new FileSystemSettings(0, 0, 022, false, PermissionChanges.IGNORE,
				Duration.ofHours(1), 100, new ScratchSettings(ScratchSettings.defaults().names(), replacementWait));
		NodeFileSystem opened = NodeFileSystem.create(VirtualDirectory.root(Map.of("files", this.files), Instant.now()),
				settings, FileSystemSpool.open(this.directory.resolve("spool")), new OperationListener() {
				});
		this.fileSystem = opened;
		this.files.application().put("a.txt", "a");
		this.files.troubles().refuse((content) -> !this.seen.add(Caller.current()));
		return opened;
	}

	@AfterEach
	void close() {
		Caller.unbind();
		if (this.fileSystem != null) {
			this.fileSystem.close();
		}
	}

	@Test
	@Semantics("Content that is stored later than requested is stored on behalf of the user who requested it: "
			+ "`Caller.current()` is that user.")
	void aRenameThatNobodyFollowsIsOfWhoHasRenamed() throws IOException {
		NodeFileSystem mounted = open(Duration.ofMillis(1));
		watchNextRename();
		as(ALICE);
		mounted.rename(at("a.txt"), at("a.txt~"));
		Awaitility.await().until(() -> this.files.application().content("a.txt~") != null);
		assertThat(this.seen).containsExactly(ALICE);
	}

	@Test
	void aRenameThatWaitsWhenTheFilesystemIsUnmountedIsOfWhoHasRenamed() throws IOException {
		NodeFileSystem mounted = open(Duration.ofHours(1));
		as(BOB);
		mounted.rename(at("a.txt"), at("a.txt~"));
		as(ALICE);
		mounted.rename(at("a.txt~"), at("b.txt~"));
		Caller.unbind();
		watchNextRename();
		mounted.drain();
		assertThat(this.files.application().content("b.txt~")).isNotNull();
		assertThat(this.seen).containsExactly(ALICE);
	}

	@Test
	void aRenameThatOthersStandInTheWayOfIsStillOfWhoHasRenamed() throws IOException {
		NodeFileSystem mounted = open(Duration.ofHours(1));
		this.files.application().put("other.txt", "other");
		as(ALICE);
		mounted.rename(at("a.txt"), at("a.txt~"));
		watchNextRename();
		as(BOB);
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> mounted.rename(at("other.txt"), at("a.txt~")));
		assertThat(this.seen).first().isEqualTo(ALICE);
		assertThat(Caller.current()).isEqualTo(BOB);
	}

	@Test
	void whatIsCommittedWithTheReleaseIsOfWhoHasWritten() throws IOException {
		NodeFileSystem mounted = open(Duration.ofHours(1));
		as(ALICE);
		HandleId written = write(mounted);
		as(KERNEL);
		mounted.release(written);
		assertThat(this.seen).containsExactly(ALICE);
	}

	@Test
	void mappedPagesAreOfWhoHasOpenedTheFile() throws IOException {
		NodeFileSystem mounted = open(Duration.ofHours(1));
		as(ALICE);
		HandleId mapped = mounted.open(mounted.resolve("/files/a.txt"), OpenOptions.READ_WRITE);
		as(KERNEL);
		mounted.write(mapped, 0, ByteBuffer.wrap(new byte[] { 'x' }));
		mounted.release(mapped);
		assertThat(this.seen).containsExactly(ALICE);
	}

	@Test
	void whatIsOpenWhenTheFilesystemIsUnmountedIsOfWhoHasWritten() throws IOException {
		NodeFileSystem mounted = open(Duration.ofHours(1));
		as(ALICE);
		write(mounted);
		Caller.unbind();
		mounted.drain();
		assertThat(this.seen).containsExactly(ALICE);
	}

	@Test
	@Semantics("Changed content is stored on behalf of the user who opened the file to change it last, whoever writes to "
			+ "the descriptor, or closes, synchronises or renames the file.")
	void whatIsWrittenIsOfWhoHasWrittenWhoeverHasItStored() throws IOException {
		NodeFileSystem mounted = open(Duration.ofHours(1));
		List<Consumer<HandleId>> ways = List.of(mounted::flush, mounted::sync,
				(handle) -> mounted.write(handle, 1, ByteBuffer.wrap(new byte[] { 'y' })),
				(handle) -> mounted.truncate(handle, 0), (handle) -> mounted.allocate(handle, Allocation.ZERO, 0, 4),
				(handle) -> mounted.setModified(mounted.node(handle), Instant.EPOCH),
				(handle) -> mounted.rename(at("a.txt"), at("b.txt")), (handle) -> {
				});
		for (Consumer<HandleId> way : ways) {
			this.files.application().put("a.txt", "a");
			mounted.invalidateAll();
			as(ALICE);
			HandleId written = write(mounted);
			as(BOB);
			way.accept(written);
			mounted.release(written);
		}
		assertThat(this.seen).hasSizeGreaterThanOrEqualTo(ways.size()).containsOnly(ALICE);
		assertThat(Caller.current()).isEqualTo(BOB);
	}

	@Test
	void whatIsRenamedIsOfWhoHasRenamedOnceItIsStored() throws IOException {
		NodeFileSystem mounted = open(Duration.ofHours(1));
		as(ALICE);
		HandleId written = write(mounted);
		mounted.flush(written);
		this.seen.clear();
		watchNextRename();
		as(BOB);
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> mounted.rename(at("a.txt"), at("b.txt")));
		assertThat(this.seen).containsExactly(BOB);
	}

	@Test
	void aNewFileThatAnotherUserGivesTheNameOfAStoredOneIsOfWhoHasWritten() throws IOException {
		NodeFileSystem mounted = open(Duration.ofHours(1));
		as(ALICE);
		HandleId written = mounted.create(at("new.txt"), OpenOptions.READ_WRITE);
		mounted.write(written, 0, ByteBuffer.wrap(new byte[] { 'x' }));
		as(BOB);
		mounted.rename(at("new.txt"), at("a.txt"));
		assertThat(this.seen).containsExactly(ALICE);
	}

	@Test
	void contentThatIsReadAheadIsOfWhoReads() throws IOException {
		NodeFileSystem mounted = open(Duration.ofHours(1));
		this.files.application().put("large.bin", "x".repeat(8 << 20));
		Set<Caller> readers = ConcurrentHashMap.newKeySet();
		this.files.troubles().listen(new CallListener() {

			@Override
			public void before(Call call) {
				if (call == Call.READ) {
					readers.add(Objects.requireNonNullElse(Caller.current(), KERNEL));
				}
			}

		});
		as(ALICE);
		HandleId read = mounted.open(mounted.resolve("/files/large.bin"), OpenOptions.READ);
		for (int i = 0; i < 64; i++) {
			mounted.read(read, (long) i << 17, ByteBuffer.allocate(1 << 17));
		}
		mounted.release(read);
		assertThat(readers).containsExactly(ALICE);
	}

	private HandleId write(NodeFileSystem mounted) {
		HandleId written = mounted.open(mounted.resolve("/files/a.txt"), OpenOptions.READ_WRITE);
		mounted.write(written, 0, ByteBuffer.wrap(new byte[] { 'x' }));
		return written;
	}

	/** The filesystem knows better after the failure, and tries again. */
	private void watchNextRename() {
		this.files.troubles().failNext(Call.RENAME, () -> {
			this.seen.add(Caller.current());
			return new ErrnoException(Errno.ESTALE, "only to look at the caller");
		});
	}

	private Place at(String name) {
		return Objects.requireNonNull(this.fileSystem).locate("/files/" + name);
	}

	private static void as(Caller caller) {
		Caller.bind(caller);
	}

}
