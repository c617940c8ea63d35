package io.fusemount.core.filesystem;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.fusemount.conformance.memory.InMemoryDirectory;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.limit.ContentCacheSettings;
import io.fusemount.core.limit.Maximum;
import io.fusemount.core.node.VirtualDirectory;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.operation.ConflictPolicy;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.vfs.FileSystemSettings;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenLimits;
import io.fusemount.core.vfs.OpenOptions;
import io.fusemount.core.vfs.PermissionChanges;
import io.fusemount.core.vfs.ScratchSettings;
import io.fusemount.core.vfs.TimeToLive;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static io.fusemount.conformance.vfs.VfsKit.assertErrno;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * A filesystem with small limits and users who take what they can get.
 */
class OpenLimitsTests {

	private static final int ROOT = 0;

	private static final int ALICE = 1000;

	private static final int BOB = 1001;

	@TempDir
	Path directory;

	private final InMemoryDirectory files = new InMemoryDirectory("files");

	private final List<NodeFileSystem> opened = new ArrayList<>();

	private NodeFileSystem fileSystem;

	@BeforeEach
	void openWithTheUsualLimits() throws IOException {
		open(OpenLimits.defaults());
	}

	private void openWithHandles(Maximum handles) throws IOException {
		open(new OpenLimits(handles, Maximum.ofHeap()));
	}

	private void openWithNewFiles(Maximum newFiles) throws IOException {
		open(new OpenLimits(Maximum.ofHeap(), newFiles));
	}

	private void open(OpenLimits limits) throws IOException {
		FileSystemSettings settings = new FileSystemSettings(0, 0, 022, false, PermissionChanges.IGNORE,
				ConflictPolicy.FAIL, new TimeToLive(Duration.ofHours(1)), 100, ScratchSettings.defaults(),
				ContentCacheSettings.defaults(), limits);
		this.fileSystem = NodeFileSystem.create(VirtualDirectory.root(Map.of("files", this.files), Instant.now()),
				settings, FileSystemSpool.open(this.directory.resolve("spool" + this.opened.size())),
				new OperationListener() {
				});
		this.opened.add(this.fileSystem);
		this.files.application().put("a.txt", "a");
	}

	@AfterEach
	void close() {
		Caller.unbind();
		this.opened.forEach(NodeFileSystem::close);
	}

	@Test
	@Semantics("A user who has reached the limit of open files and directories for one user gets EMFILE, and other "
			+ "users are not affected.")
	@Semantics("When the limit of open files and directories for all users is reached, every `open` ends with ENFILE.")
	void oneUserCannotTakeAllHandles() throws IOException {
		openWithHandles(new Maximum(6, 4));
		as(ALICE);
		HandleId first = read();
		read();
		read();
		this.fileSystem.openDirectory(this.fileSystem.resolve("/files"));
		assertErrno(this::read, Errno.EMFILE);
		assertErrno(() -> this.fileSystem.openDirectory(this.fileSystem.resolve("/")), Errno.EMFILE);
		assertErrno(() -> create("b.txt"), Errno.EMFILE);
		assertThat(this.fileSystem.supervision().openHandles()).isEqualTo(4);
		as(BOB);
		HandleId other = read();
		read();
		assertErrno(this::read, Errno.ENFILE);
		as(ROOT);
		assertErrno(this::read, Errno.ENFILE);
		close(other);
		read();
		as(ALICE);
		assertErrno(this::read, Errno.EMFILE);
		as(ROOT);
		close(first);
		as(ALICE);
		read();
	}

	@Test
	void whatIsRefusedIsNotOpen() throws IOException {
		openWithHandles(new Maximum(6, 4));
		as(ALICE);
		for (int i = 0; i < 4; i++) {
			read();
		}
		for (int i = 0; i < 10; i++) {
			assertErrno(() -> create("b.txt"), Errno.EMFILE);
		}
		assertThat(this.fileSystem.supervision().openHandles()).isEqualTo(4);
		as(BOB);
		commit(create("b.txt"));
		assertThat(this.files.application().content("b.txt")).isEmpty();
	}

	@Test
	void whatCouldNotBeOpenedIsNotCounted() throws IOException {
		openWithHandles(new Maximum(6, 4));
		as(ALICE);
		for (int i = 0; i < 10; i++) {
			assertErrno(() -> create("a.txt"), Errno.EEXIST);
		}
		read();
	}

	@Test
	void rootIsBoundByTheLimitOfAllOnly() throws IOException {
		openWithHandles(new Maximum(6, 4));
		as(ROOT);
		for (int i = 0; i < 6; i++) {
			read();
		}
		assertErrno(this::read, Errno.ENFILE);
	}

	@Test
	@Semantics("A new file counts towards the limit of its creator until it is committed, a scratch file as long as "
			+ "it exists.")
	@Semantics("A user who has reached the limit of such files for one user gets EDQUOT; when the limit for all "
			+ "users is reached, everybody gets ENOSPC.")
	void filesWithoutARowCountForWhoMadeThem() throws IOException {
		openWithNewFiles(new Maximum(3, 2));
		as(ALICE);
		HandleId fresh = create("new.txt");
		close(create("scratch.tmp"));
		assertErrno(() -> create("more.txt"), Errno.EDQUOT);
		assertErrno(() -> this.fileSystem.createEmpty(this.fileSystem.locate("/files/more.tmp")), Errno.EDQUOT);
		as(BOB);
		HandleId other = create("other.txt");
		assertErrno(() -> create("more.txt"), Errno.ENOSPC);
		as(ALICE);
		commit(fresh);
		create("more.txt");
		as(BOB);
		commit(other);
		as(ALICE);
		assertErrno(() -> create("even-more.txt"), Errno.EDQUOT);
		this.fileSystem.delete(this.fileSystem.locate("/files/scratch.tmp"));
		create("even-more.txt");
	}

	@Test
	void aNewFileThatIsDeletedOrBecomesAnotherFileCountsNoMore() throws IOException {
		openWithNewFiles(new Maximum(3, 2));
		as(ALICE);
		create("deleted.txt");
		this.fileSystem.delete(this.fileSystem.locate("/files/deleted.txt"));
		HandleId renamed = create("renamed.txt");
		this.fileSystem.write(renamed, 0, ByteBuffer.wrap(new byte[] { 'x' }));
		this.fileSystem.rename(this.fileSystem.locate("/files/renamed.txt"), this.fileSystem.locate("/files/a.txt"));
		create("one.txt");
		HandleId two = create("two.tmp");
		assertErrno(() -> create("three.txt"), Errno.EDQUOT);
		// Under another name it is the same file.
		this.fileSystem.rename(this.fileSystem.locate("/files/two.tmp"), this.fileSystem.locate("/files/two~"));
		assertErrno(() -> create("three.txt"), Errno.EDQUOT);
		this.fileSystem.rename(this.fileSystem.locate("/files/two~"), this.fileSystem.locate("/files/two.txt"));
		close(two);
		create("three.txt");
	}

	@Test
	void aScratchFileThatTakesTheNameOfAnotherOneLeavesOneThatCounts() throws IOException {
		openWithNewFiles(new Maximum(3, 2));
		as(ALICE);
		close(create("saved~"));
		for (int i = 0; i < 5; i++) {
			close(create("next.tmp"));
			this.fileSystem.rename(this.fileSystem.locate("/files/next.tmp"), this.fileSystem.locate("/files/saved~"));
		}
		close(create("other.tmp"));
		assertErrno(() -> create("more.txt"), Errno.EDQUOT);
		this.fileSystem.delete(this.fileSystem.locate("/files/saved~"));
		create("more.txt");
	}

	private static void as(int uid) {
		Caller.bind(new Caller(uid, uid, 1));
	}

	private HandleId read() {
		return this.fileSystem.open(this.fileSystem.resolve("/files/a.txt"), OpenOptions.READ);
	}

	private HandleId create(String name) {
		return this.fileSystem.create(this.fileSystem.locate("/files/" + name), OpenOptions.NEW);
	}

	private void commit(HandleId handle) {
		this.fileSystem.flush(handle);
		close(handle);
	}

	/** The kernel releases for nobody in particular. */
	private void close(HandleId handle) {
		int closing = Objects.requireNonNull(Caller.current()).uid();
		as(ROOT);
		this.fileSystem.release(handle);
		as(closing);
	}

}
