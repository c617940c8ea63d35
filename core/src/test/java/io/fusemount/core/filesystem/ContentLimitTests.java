package io.fusemount.core.filesystem;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import io.fusemount.conformance.memory.InMemoryDirectory;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.VirtualDirectory;
import io.fusemount.core.operation.Allocation;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.vfs.FileSystemSettings;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import io.fusemount.core.vfs.PermissionChanges;
import io.fusemount.core.vfs.ScratchSettings;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A directory whose files hold ten bytes each.
 */
class ContentLimitTests {

	@TempDir
	Path spool;

	private final InMemoryDirectory files = new InMemoryDirectory("files");

	private NodeFileSystem open() throws IOException {
		this.files.troubles().limitContent(10);
		FileSystemSettings settings = new FileSystemSettings(0, 0, 022, false, PermissionChanges.IGNORE,
				Duration.ofSeconds(1), 10, ScratchSettings.defaults());
		return NodeFileSystem.create(VirtualDirectory.root(Map.of("files", this.files), Instant.EPOCH), settings,
				FileSystemSpool.open(this.spool), new OperationListener() {
				});
	}

	@Test
	@Semantics("A program that makes a file larger than its column holds is told by the first write that does not fit.")
	void theFirstWriteThatDoesNotFitIsRefused() throws IOException {
		try (NodeFileSystem fileSystem = open()) {
			HandleId handle = create(fileSystem, "/files/a.txt");
			write(fileSystem, handle, 0, "0123456789");
			assertTooBig(() -> write(fileSystem, handle, 10, "x"));
			assertTooBig(() -> write(fileSystem, handle, 1000, "x"));
			assertTooBig(() -> fileSystem.truncate(handle, 11));
			assertTooBig(() -> fileSystem.allocate(handle, Allocation.EXTEND, 5, 6));
			fileSystem.truncate(handle, 10);
			close(fileSystem, handle);
			assertThat(this.files.application().content("a.txt")).asString(US_ASCII).isEqualTo("0123456789");
			assertTooBig(() -> fileSystem.truncate(fileSystem.resolve("/files/a.txt"), 11));
		}
	}

	@Test
	void aFileOfWhichAWriteDidNotFitIsNotStored() throws IOException {
		try (NodeFileSystem fileSystem = open()) {
			HandleId handle = create(fileSystem, "/files/a.txt");
			write(fileSystem, handle, 0, "0123456789");
			assertTooBig(() -> write(fileSystem, handle, 10, "x"));
			assertTooBig(() -> fileSystem.flush(handle));
			fileSystem.release(handle);
			assertThat(this.files.application().content("a.txt")).isNull();
		}
	}

	@Test
	void aFileThatIsLargerAlreadyCanBeChangedAndCutOff() throws IOException {
		this.files.application().put("a.txt", "0123456789abcdef".getBytes(US_ASCII));
		try (NodeFileSystem fileSystem = open()) {
			HandleId handle = fileSystem.open(fileSystem.resolve("/files/a.txt"), OpenOptions.READ_WRITE);
			write(fileSystem, handle, 10, "x");
			assertTooBig(() -> write(fileSystem, handle, 16, "x"));
			fileSystem.truncate(handle, 12);
			close(fileSystem, handle);
			assertThat(this.files.application().content("a.txt")).asString(US_ASCII).isEqualTo("0123456789xb");
		}
	}

	@Test
	void whatStaysLocalMayBeLarger() throws IOException {
		try (NodeFileSystem fileSystem = open()) {
			HandleId handle = create(fileSystem, "/files/a.tmp");
			write(fileSystem, handle, 1000, "x");
			close(fileSystem, handle);
			assertThat(fileSystem.status(fileSystem.resolve("/files/a.tmp")).size()).isEqualTo(1001);
		}
	}

	private static HandleId create(NodeFileSystem fileSystem, String path) {
		return fileSystem.create(fileSystem.locate(path), OpenOptions.READ_WRITE);
	}

	private static void write(NodeFileSystem fileSystem, HandleId handle, long position, String text) {
		fileSystem.write(handle, position, ByteBuffer.wrap(text.getBytes(US_ASCII)));
	}

	private static void close(NodeFileSystem fileSystem, HandleId handle) {
		fileSystem.flush(handle);
		fileSystem.release(handle);
	}

	private static void assertTooBig(ThrowingCallable call) {
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(call)
			.satisfies((ex) -> assertThat(ex.errno()).isEqualTo(Errno.EFBIG));
	}

}
