package io.fusemount.core.filesystem;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.fusemount.conformance.memory.InMemoryDirectory;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.node.VirtualDirectory;
import io.fusemount.core.operation.Caller;
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
 * Whoever may store nothing is refused before anything is written.
 */
class StoringTests {

	private static final Caller WRITER = new Caller(1000, 100, 11);

	private static final Caller READER = new Caller(1001, 100, 12);

	@TempDir
	Path directory;

	private final Guarded files = new Guarded();

	private NodeFileSystem fileSystem;

	/** Refuses a user, at the beginning and in the end. */
	private static final class Guarded extends InMemoryDirectory {

		private final List<@Nullable RegularFile> asked = new ArrayList<>();

		Guarded() {
			super("files");
			troubles().refuse((content) -> READER.equals(Caller.current()));
		}

		@Override
		public void requireStoring(@Nullable RegularFile stored) {
			this.asked.add(stored);
			if (READER.equals(Caller.current())) {
				throw new ErrnoException(Errno.EACCES, "You store nothing");
			}
		}

	}

	@BeforeEach
	void open() throws IOException {
		this.fileSystem = NodeFileSystem.create(VirtualDirectory.root(Map.of("files", this.files), Instant.now()),
				new FileSystemSettings(0, 0, 022, false, PermissionChanges.IGNORE, Duration.ofHours(1), 100,
						new ScratchSettings(ScratchSettings.defaults().names(), Duration.ofHours(1))),
				FileSystemSpool.open(this.directory.resolve("spool")), new OperationListener() {
				});
		this.files.application().put("a.txt", "a");
	}

	@AfterEach
	void close() {
		Caller.unbind();
		this.fileSystem.close();
	}

	private Place at(String name) {
		return this.fileSystem.locate("/files/" + name);
	}

	private static void as(Caller caller) {
		Caller.bind(caller);
	}

	private static void assertRefused(ThrowingCallable call) {
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(call)
			.satisfies((failure) -> assertThat(failure.errno()).isEqualTo(Errno.EACCES))
			.withMessage("You store nothing");
	}

	@Test
	void openingToWriteIsRefusedAndReadingIsNot() {
		as(READER);
		assertRefused(() -> this.fileSystem.open(this.fileSystem.resolve("/files/a.txt"), OpenOptions.READ_WRITE));
		assertRefused(() -> this.fileSystem.truncate(this.fileSystem.resolve("/files/a.txt"), 0));
		assertThat(this.files.asked).hasSize(2).allSatisfy((asked) -> assertThat(asked).isNotNull());
		this.fileSystem.release(this.fileSystem.open(this.fileSystem.resolve("/files/a.txt"), OpenOptions.READ));
		assertThat(this.files.asked).hasSize(2);
		assertThat(this.files.application().content("a.txt")).asString().isEqualTo("a");
	}

	@Test
	void creatingIsRefusedUnlessTheFileStaysLocal() {
		as(READER);
		assertRefused(() -> this.fileSystem.create(at("b.txt"), OpenOptions.READ_WRITE));
		assertRefused(() -> this.fileSystem.createEmpty(at("b.txt"), 0644));
		assertThat(this.files.asked).containsExactly(null, null);
		this.fileSystem.release(this.fileSystem.create(at(".b.txt.swp"), OpenOptions.READ_WRITE));
		assertThat(this.files.asked).hasSize(2);
	}

	@Test
	void aNewFileForARowThatWasMovedAwayIsAskedAboutThatRow() {
		as(WRITER);
		this.fileSystem.rename(at("a.txt"), at("a.txt~"));
		as(READER);
		assertRefused(() -> this.fileSystem.create(at("a.txt"), OpenOptions.READ_WRITE));
		assertThat(this.files.asked).hasSize(1).doesNotContainNull();
	}

	@Test
	void aHandleGoesOnWithWhatItsOpeningWasAllowed() {
		as(WRITER);
		HandleId handle = this.fileSystem.open(this.fileSystem.resolve("/files/a.txt"), OpenOptions.READ_WRITE);
		as(READER);
		this.fileSystem.write(handle, 0, ByteBuffer.wrap(new byte[] { 'b' }));
		this.fileSystem.truncate(handle, 1);
		this.fileSystem.release(handle);
		assertThat(this.files.asked).hasSize(1);
		assertThat(this.files.application().content("a.txt")).asString().isEqualTo("b");
	}

}
