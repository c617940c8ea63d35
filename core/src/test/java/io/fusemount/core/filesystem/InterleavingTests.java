package io.fusemount.core.filesystem;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.fusemount.conformance.memory.Call;
import io.fusemount.conformance.memory.InMemoryDirectory;
import io.fusemount.conformance.vfs.Program;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.VirtualDirectory;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.vfs.FileSystemSettings;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import io.fusemount.core.vfs.PermissionChanges;
import io.fusemount.core.vfs.ScratchSettings;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What happens in the middle of something else, and what goes wrong on the way out.
 */
@Timeout(600)
class InterleavingTests {

	private static final Caller PROGRAM = new Caller(1000, 1000, 7);

	@TempDir
	Path spool;

	private final InMemoryDirectory rows = new InMemoryDirectory("files");

	private final WatchedDirectory files = new WatchedDirectory(this.rows);

	private NodeFileSystem fileSystem;

	@BeforeEach
	void open() throws IOException {
		this.fileSystem = NodeFileSystem.create(VirtualDirectory.root(Map.of("files", this.files), Instant.EPOCH),
				new FileSystemSettings(0, 0, 022, false, PermissionChanges.IGNORE, Duration.ofHours(1), 0,
						new ScratchSettings(ScratchSettings.defaults().names(), Duration.ofHours(1))),
				FileSystemSpool.open(this.spool), new OperationListener() {
				});
	}

	@AfterEach
	void close() {
		Caller.unbind();
		this.fileSystem.close();
	}

	@Test
	void fileThatIsOpenedWhileTheFilesystemEndsIsRefused() {
		Place place = at("a.txt");
		this.files.next(place.name(), () -> this.fileSystem.close());
		assertErrno(() -> this.fileSystem.create(place, OpenOptions.READ), Errno.ENOTCONN);
		assertThat(this.fileSystem.supervision().openHandles()).isZero();
	}

	@Test
	void outdatedReaderKeepsNobodyFromReplacingRenamingAndDeleting() {
		this.rows.application().put("a.txt", "old");
		NodeKey key = this.rows.application().key("a.txt");
		HandleId reader = this.fileSystem.open(this.fileSystem.resolve("/files/a.txt"), OpenOptions.READ);
		this.rows.application().put("a.txt", "newer");
		assertThat(this.fileSystem.status(this.fileSystem.resolve("/files/a.txt")).size()).isEqualTo(5);
		rename("a.txt", "b.txt");
		this.fileSystem.createEmpty(at("c.tmp"));
		rename("c.tmp", "b.txt");
		assertThat(this.rows.application().key("b.txt")).isEqualTo(key);
		this.rows.application().put("b.txt", "newest");
		this.fileSystem.delete(at("b.txt"));
		assertThat(this.rows.application().names()).isEmpty();
		assertErrno(() -> this.fileSystem.read(reader, 0, ByteBuffer.allocate(10)), Errno.ESTALE);
		this.fileSystem.release(reader);
	}

	@Test
	void aFileThatIsToReplaceARowWaitsForTheDeletionOfItsBackup() throws Exception {
		for (String backup : List.of("a.txt.bak", "a.txt~")) {
			Caller.bind(PROGRAM);
			this.rows.application().put("a.txt", "old");
			HandleId handle = create("c.tmp");
			write(handle, "new");
			this.fileSystem.flush(handle);
			this.fileSystem.release(handle);
			rename("a.txt", backup);
			Place target = at("a.txt");
			Place source = at("c.tmp");
			List<Program> renames = new ArrayList<>();
			this.files.nextKeyBelow("delete", "removeStored", () -> {
				Program rename = Program.start(() -> this.fileSystem.rename(source, target));
				renames.add(rename);
				assertThat(rename.isHeldUp()).isTrue();
			});
			this.fileSystem.delete(at(backup));
			renames.get(0).end();
			assertThat(this.rows.application().content("a.txt")).as(backup).asString().isEqualTo("new");
			assertThat(this.rows.application().names()).containsExactly("a.txt");
		}
	}

	@Test
	void newFileThatIsCommittedWhileItGetsAScratchNameIsAStoredFileWithAScratchName() {
		HandleId handle = create("a.txt");
		write(handle, "one");
		this.files.next(at("a.txt~").name(), () -> this.fileSystem.flush(handle));
		rename("a.txt", "a.txt~");
		this.fileSystem.truncate(handle, 0);
		write(handle, "two");
		this.fileSystem.flush(handle);
		this.fileSystem.release(handle);
		assertThat(this.rows.application().content("a.txt")).asString().isEqualTo("two");
		this.fileSystem.drain();
		assertThat(this.rows.application().names()).containsExactly("a.txt~");
	}

	@Test
	void newFileThatIsClosedInVainWhileItIsRenamedIsNotThereAnyMore() {
		this.rows.application().put("b.txt", "old");
		HandleId handle = create("a.txt");
		write(handle, "new");
		this.rows.troubles().failNextWrite(Errno.EINVAL);
		this.files.next(at("b.txt").name(), () -> this.fileSystem.release(handle));
		assertErrno(() -> rename("a.txt", "b.txt"), Errno.ESTALE);
		assertErrno(() -> rename("a.txt", "b.txt"), Errno.ENOENT);
		assertThat(this.rows.application().content("b.txt")).asString().isEqualTo("old");
		assertThat(this.fileSystem.supervision().unsaved().files()).isOne();
	}

	@Test
	void newFileThatIsClosedWhileItGetsAScratchNameIsAStoredFileWithThatName() {
		HandleId handle = create("a.txt");
		write(handle, "text");
		this.files.next(at("a.txt~").name(), () -> this.fileSystem.release(handle));
		rename("a.txt", "a.txt~");
		this.fileSystem.drain();
		assertThat(this.rows.application().names()).containsExactly("a.txt~");
	}

	@Test
	void labelThatCanNotBeDeletedMakesNoFailureOfACommit() throws IOException {
		HandleId handle = create("a.txt");
		write(handle, "text");
		obstructLabels();
		this.fileSystem.flush(handle);
		this.fileSystem.release(handle);
		assertThat(this.rows.application().content("a.txt")).asString().isEqualTo("text");
		this.fileSystem.delete(at("a.txt"));
		this.fileSystem.release(create("a.txt"));
	}

	@Test
	void labelThatCanNotBeDeletedKeepsNoNameOccupied() throws IOException {
		this.fileSystem.createEmpty(at("a.tmp"));
		obstructLabels();
		this.fileSystem.delete(at("a.tmp"));
		this.fileSystem.createEmpty(at("a.tmp"));
		assertThat(this.fileSystem.status(this.fileSystem.resolve("/files/a.tmp")).links()).isOne();
	}

	@Test
	void localFileThatIsToBeReplacedStaysIfTheRenameFails() throws IOException {
		this.rows.application().put("a.txt", "text");
		HandleId handle = this.fileSystem.open(this.fileSystem.resolve("/files/a.txt"), OpenOptions.READ_WRITE);
		write(handle, "TEXT");
		this.fileSystem.createEmpty(at("b.tmp"));
		this.rows.troubles().failNextWrite(Errno.EINVAL);
		assertErrno(() -> rename("a.txt", "b.tmp"), Errno.EPERM);
		assertThat(this.fileSystem.resolve("/files/b.tmp")).isNotNull();
		this.fileSystem.release(handle);
	}

	@Test
	void rowOfAScratchNameIsRenamedThoughALocalFileHasItsOldName() {
		this.rows.application().put("a.tmp", "row");
		rename("a.tmp", "b.tmp");
		this.fileSystem.createEmpty(at("a.tmp"));
		this.fileSystem.drain();
		assertThat(this.rows.application().names()).containsExactly("b.tmp");
	}

	@Test
	void rowThatHasJustBeenSavedIsNoNewcomer() {
		this.rows.application().put("a.txt", "a");
		this.rows.application().put("b.txt", "b");
		NodeKey key = this.rows.application().key("a.txt");
		this.fileSystem.createEmpty(at("c.tmp"));
		rename("c.tmp", "a.txt");
		rename("b.txt", "b.txt~");
		rename("a.txt", "b.txt");
		assertThat(this.rows.application().key("b.txt")).isEqualTo(key);
		assertThat(this.rows.application().names()).containsExactlyInAnyOrder("b.txt", "b.txt~");
	}

	@Test
	void bothAreThereIfABackupIsStoredAndTheNewContentIsRefused() {
		this.rows.application().put("a.txt", "old");
		NodeKey key = this.rows.application().key("a.txt");
		Caller.bind(PROGRAM);
		this.fileSystem.createEmpty(at("c.tmp"));
		rename("a.txt", "a.txt.bak");
		this.rows.troubles().failNext(Call.UPDATE, Errno.EINVAL);
		assertErrno(() -> rename("c.tmp", "a.txt"), Errno.EPERM);
		assertThat(this.rows.application().key("a.txt")).isEqualTo(key);
		assertThat(this.rows.application().content("a.txt")).asString().isEqualTo("old");
		assertThat(this.rows.application().content("a.txt.bak")).asString().isEqualTo("old");
		assertThat(list(openDirectory())).containsExactlyInAnyOrder("a.txt", "a.txt.bak", "c.tmp");
	}

	@Test
	void listingDuringWhichABackupGetsItsRowHasIt() {
		this.rows.application().put("a.txt", "old");
		Caller.bind(PROGRAM);
		this.fileSystem.createEmpty(at("c.tmp"));
		rename("a.txt", "a.txt.bak");
		HandleId listing = openDirectory();
		this.files.nextPage(() -> rename("c.tmp", "a.txt"));
		assertThat(list(listing)).containsExactlyInAnyOrder("a.txt", "a.txt.bak");
	}

	@Test
	void listingDuringWhichABackupTakesThePlaceOfAnOlderOneHasOne() {
		this.rows.application().put("a.txt", "old");
		this.rows.application().put("a.txt.bak", "oldest");
		Caller.bind(PROGRAM);
		this.fileSystem.createEmpty(at("c.tmp"));
		HandleId listing = openDirectory();
		this.files.nextPage(() -> rename("a.txt", "a.txt.bak"));
		assertThat(list(listing)).containsExactlyInAnyOrder("a.txt.bak", "c.tmp");
	}

	private HandleId openDirectory() {
		return this.fileSystem.openDirectory(this.fileSystem.resolve("/files"));
	}

	private List<String> list(HandleId listing) {
		List<String> names = new ArrayList<>();
		this.fileSystem.readDirectory(listing, 0, (name, status, next) -> names.add(name));
		this.fileSystem.releaseDirectory(listing);
		names.removeAll(List.of(".", ".."));
		return names;
	}

	/** Labels can neither be written nor deleted any more. */
	private void obstructLabels() throws IOException {
		try (Stream<Path> paths = Files.list(this.spool)) {
			for (Path label : paths.filter((path) -> path.toString().endsWith(".label")).toList()) {
				Files.delete(label);
				Files.createDirectories(label.resolve("obstacle"));
			}
		}
	}

	private Place at(String name) {
		return this.fileSystem.locate("/files/" + name);
	}

	private HandleId create(String name) {
		return this.fileSystem.create(at(name), OpenOptions.READ_WRITE);
	}

	private void write(HandleId handle, String text) {
		this.fileSystem.write(handle, 0, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
	}

	private void rename(String source, String target) {
		this.fileSystem.rename(at(source), at(target));
	}

	private static void assertErrno(ThrowingCallable call, Errno expected) {
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(call)
			.satisfies((failure) -> assertThat(failure.errno()).as(failure.getMessage()).isEqualTo(expected));
	}

}
