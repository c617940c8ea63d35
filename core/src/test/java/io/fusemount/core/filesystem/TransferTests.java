package io.fusemount.core.filesystem;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import io.fusemount.conformance.memory.InMemoryDirectory;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.VirtualDirectory;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.vfs.FileSystemSettings;
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
 * Two directories, and files that move from one to the other.
 */
class TransferTests {

	@TempDir
	Path spool;

	private final InMemoryDirectory inbox = new InMemoryDirectory("inbox");

	private final InMemoryDirectory archive = new InMemoryDirectory("archive");

	private NodeFileSystem fileSystem;

	@BeforeEach
	void open() throws Exception {
		this.inbox.application().put("new.txt", "new");
		this.archive.application().put("old.txt", "old");
		this.fileSystem = NodeFileSystem.create(
				VirtualDirectory.root(Map.of("inbox", this.inbox, "archive", this.archive), Instant.EPOCH),
				new FileSystemSettings(0, 0, 022, false, PermissionChanges.IGNORE, Duration.ofHours(1), 100,
						ScratchSettings.defaults()),
				FileSystemSpool.open(this.spool), new OperationListener() {
				});
	}

	@AfterEach
	void close() {
		assertThat(this.fileSystem.supervision().openHandles()).isZero();
		this.fileSystem.close();
		assertThat(this.spool).isDirectoryNotContaining("glob:**.spool").isDirectoryNotContaining("glob:**/unsaved");
	}

	@Test
	@Semantics("A rename onto a file of another repository's directory replaces its content and times, keeps its row, and "
			+ "deletes the source.")
	void rowOfTheTargetStays() {
		Instant modified = Instant.ofEpochSecond(1_000_000_000);
		this.fileSystem.setModified(this.fileSystem.resolve("/inbox/new.txt"), modified);
		NodeKey before = this.archive.application().key("old.txt");
		move();
		assertThat(content(this.archive, "old.txt")).isEqualTo("new");
		assertThat(this.archive.application().key("old.txt")).isEqualTo(before);
		assertThat(this.fileSystem.status(this.fileSystem.resolve("/archive/old.txt")).modified()).isEqualTo(modified);
		assertThat(this.inbox.application().names()).isEmpty();
		assertErrno(() -> this.fileSystem.resolve("/inbox/new.txt"), Errno.ENOENT);
	}

	@Test
	void refusedTransferChangesNothing() {
		this.archive.troubles().refuse((content) -> true);
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(this::move);
		assertUntouched();
	}

	@Test
	void fileThatIsOpenStaysInItsDirectory() {
		HandleId open = this.fileSystem.open(this.fileSystem.resolve("/inbox/new.txt"), OpenOptions.READ_WRITE);
		assertErrno(this::move, Errno.EXDEV);
		this.fileSystem.release(open);
		assertUntouched();
		HandleId handle = this.fileSystem.create(this.fileSystem.locate("/inbox/fresh.txt"), OpenOptions.READ_WRITE);
		assertErrno(() -> this.fileSystem.rename(this.fileSystem.locate("/inbox/fresh.txt"),
				this.fileSystem.locate("/archive/old.txt")), Errno.EXDEV);
		this.fileSystem.delete(this.fileSystem.locate("/inbox/fresh.txt"));
		this.fileSystem.release(handle);
		assertUntouched();
	}

	@Test
	void handlesOfTheTargetKeepItsOldContent() {
		HandleId handle = this.fileSystem.open(this.fileSystem.resolve("/archive/old.txt"), OpenOptions.READ);
		move();
		ByteBuffer target = ByteBuffer.allocate(10);
		assertThat(this.fileSystem.read(handle, 0, target)).isEqualTo(3);
		assertThat(new String(target.array(), 0, 3, StandardCharsets.UTF_8)).isEqualTo("old");
		this.fileSystem.release(handle);
		assertThat(content(this.archive, "old.txt")).isEqualTo("new");
	}

	@Test
	void directoryIsNotReplaced() {
		assertErrno(() -> this.fileSystem.rename(this.fileSystem.locate("/inbox/new.txt"),
				this.fileSystem.locate("/archive")), Errno.EISDIR);
		assertUntouched();
	}

	private void move() {
		this.fileSystem.rename(this.fileSystem.locate("/inbox/new.txt"), this.fileSystem.locate("/archive/old.txt"));
	}

	private void assertUntouched() {
		assertThat(content(this.inbox, "new.txt")).isEqualTo("new");
		assertThat(content(this.archive, "old.txt")).isEqualTo("old");
	}

	private static @Nullable String content(InMemoryDirectory directory, String name) {
		byte[] content = directory.application().content(name);
		return (content != null) ? new String(content, StandardCharsets.UTF_8) : null;
	}

	private static void assertErrno(ThrowingCallable call, Errno errno) {
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(call)
			.satisfies((ex) -> assertThat(ex.errno()).isEqualTo(errno));
	}

}
