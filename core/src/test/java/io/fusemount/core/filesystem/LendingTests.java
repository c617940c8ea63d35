package io.fusemount.core.filesystem;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Random;

import io.fusemount.conformance.memory.InMemoryDirectory;
import io.fusemount.core.local.Loan;
import io.fusemount.core.node.VirtualDirectory;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.vfs.FileSystemSettings;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import io.fusemount.core.vfs.PermissionChanges;
import io.fusemount.core.vfs.ScratchSettings;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Content that is lent to the transport, as a file of the local disk.
 */
@Timeout(600)
class LendingTests {

	private static final byte[] CONTENT = bytes(1);

	@TempDir
	Path directory;

	private InMemoryDirectory files = new InMemoryDirectory("files", 100, false, InstantSource.system());

	private @Nullable NodeFileSystem fileSystem;

	@AfterEach
	void close() {
		if (this.fileSystem != null) {
			this.fileSystem.close();
		}
	}

	@Test
	void contentOfAReadOnlyDirectoryIsLentOnceAllOfItIsOnTheDisk() throws IOException {
		NodeFileSystem opened = open(false);
		HandleId handle = opened.open(opened.resolve("/files/a"), OpenOptions.READ);
		assertThat(opened.lending().lend(handle)).isNull();
		read(opened, handle);
		try (Loan loan = requireNonNull(opened.lending().lend(handle))) {
			assertThat(loan.path()).hasBinaryContent(CONTENT).hasParent(requireNonNull(opened.lending().directory()));
		}
	}

	@Test
	void contentOfAReadOnlyMountIsLent() throws IOException {
		this.files = new InMemoryDirectory("files");
		NodeFileSystem opened = open(true);
		HandleId handle = opened.open(opened.resolve("/files/a"), OpenOptions.READ);
		read(opened, handle);
		assertThat(opened.lending().lend(handle)).isNotNull();
	}

	@Test
	void contentThatProgramsCanChangeIsNotLent() throws IOException {
		this.files = new InMemoryDirectory("files");
		NodeFileSystem opened = open(false);
		HandleId handle = opened.open(opened.resolve("/files/a"), OpenOptions.READ);
		read(opened, handle);
		assertThat(opened.lending().lend(handle)).isNull();
	}

	@Test
	void contentIsLentForLongerThanItsHandleAndVersion() throws IOException {
		NodeFileSystem opened = open(false);
		HandleId handle = opened.open(opened.resolve("/files/a"), OpenOptions.READ);
		read(opened, handle);
		Loan loan = requireNonNull(opened.lending().lend(handle));
		opened.release(handle);
		this.files.application().put("a", bytes(2));
		opened.invalidateAll();
		HandleId next = opened.open(opened.resolve("/files/a"), OpenOptions.READ);
		assertThat(read(opened, next)).isEqualTo(bytes(2));
		assertThat(loan.path()).hasBinaryContent(CONTENT);
		loan.close();
		assertThat(loan.path()).doesNotExist();
		try (Loan other = requireNonNull(opened.lending().lend(next))) {
			assertThat(other.path()).hasBinaryContent(bytes(2));
		}
	}

	@Test
	void aLoanMayEndAfterTheFilesystem() throws IOException {
		NodeFileSystem opened = open(false);
		HandleId handle = opened.open(opened.resolve("/files/a"), OpenOptions.READ);
		read(opened, handle);
		Loan loan = requireNonNull(opened.lending().lend(handle));
		opened.close();
		loan.close();
		NodeFileSystem again = open(false);
		HandleId next = again.open(again.resolve("/files/a"), OpenOptions.READ);
		try (Loan other = requireNonNull(again.lending().lend(next))) {
			assertThat(other.path()).isEqualTo(loan.path()).hasBinaryContent(CONTENT);
		}
	}

	private NodeFileSystem open(boolean readOnly) throws IOException {
		if (this.files.application().key("a") == null) {
			this.files.application().put("a", CONTENT);
		}
		NodeFileSystem opened = NodeFileSystem.create(VirtualDirectory.root(Map.of("files", this.files), Instant.EPOCH),
				new FileSystemSettings(0, 0, 0022, readOnly, PermissionChanges.IGNORE, Duration.ofHours(1), 1000,
						ScratchSettings.defaults()),
				FileSystemSpool.open(this.directory.resolve("spool")), new OperationListener() {
				});
		this.fileSystem = opened;
		return opened;
	}

	private static byte[] read(NodeFileSystem from, HandleId handle) {
		ByteBuffer target = ByteBuffer.allocate(CONTENT.length);
		while (target.hasRemaining() && from.read(handle, target.position(), target) > 0) {
			continue;
		}
		return target.array();
	}

	private static byte[] bytes(long seed) {
		byte[] bytes = new byte[300_000];
		new Random(seed).nextBytes(bytes);
		return bytes;
	}

}
