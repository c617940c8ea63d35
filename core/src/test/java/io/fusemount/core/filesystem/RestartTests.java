package io.fusemount.core.filesystem;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

import io.fusemount.conformance.memory.InMemoryDirectory;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.name.ScratchNames;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.VirtualDirectory;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.vfs.FileStatus;
import io.fusemount.core.vfs.FileSystemSettings;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import io.fusemount.core.vfs.PermissionChanges;
import io.fusemount.core.vfs.ScratchSettings;
import io.fusemount.core.vfs.VirtualFileSystem;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What comes back after the end of a process, and what becomes of names in time.
 */
@Timeout(600)
class RestartTests {

	@TempDir
	Path directory;

	private final InMemoryDirectory files = new InMemoryDirectory("files");

	private final List<VirtualFileSystem> opened = new ArrayList<>();

	private final List<ErrnoException> failures = new CopyOnWriteArrayList<>();

	private final List<@Nullable Object> subjects = new CopyOnWriteArrayList<>();

	private Duration wait = Duration.ofHours(1);

	@AfterEach
	void close() {
		this.opened.forEach(VirtualFileSystem::close);
	}

	@Test
	@Semantics("Scratch files are restored after a restart.")
	void scratchFilesAreThereAgainAfterARestart() throws IOException {
		VirtualFileSystem before = open("spool");
		Instant time = Instant.ofEpochSecond(1_000_000_000);
		write(before, ".größe.txt.swp", "swap");
		before.setModified(before.resolve("/files/.größe.txt.swp"), time);
		write(before, "b~", "backup");
		before.rename(before.locate("/files/b~"), before.locate("/files/c~"));
		write(before, "d.tmp", "deleted");
		before.delete(before.locate("/files/d.tmp"));
		write(before, "e.tmp", "row");
		before.rename(before.locate("/files/e.tmp"), before.locate("/files/e.txt"));
		FileStatus status = before.status(before.resolve("/files/.größe.txt.swp"));
		before.close();
		VirtualFileSystem after = open("spool");
		assertThat(names(after)).containsExactlyInAnyOrder(".größe.txt.swp", "c~", "e.txt");
		assertThat(after.status(after.resolve("/files/.größe.txt.swp"))).usingRecursiveComparison()
			.ignoringFields("created")
			.isEqualTo(status);
		assertThat(read(after, ".größe.txt.swp")).isEqualTo("swap");
		assertThat(read(after, "c~")).isEqualTo("backup");
		write(after, "f.tmp", "new");
		after.delete(after.locate("/files/c~"));
		after.close();
		assertThat(names(open("spool"))).containsExactlyInAnyOrder(".größe.txt.swp", "e.txt", "f.tmp");
	}

	@Test
	void scratchFilesOfDirectoriesAreThereAgainAfterARestart() throws IOException {
		this.files.nested();
		VirtualFileSystem before = open("spool");
		before.createDirectory(before.locate("/files/d"));
		before.createDirectory(before.locate("/files/d/e"));
		before.createDirectory(before.locate("/files/gone"));
		write(before, "d/e/a~", "text");
		write(before, "gone/b~", "homeless");
		before.rename(before.locate("/files/d"), before.locate("/files/moved"));
		before.close();
		this.files.deleteDirectory((Directory) Objects.requireNonNull(this.files.find(new Name("gone"))));
		VirtualFileSystem after = open("spool");
		assertThat(read(after, "moved/e/a~")).isEqualTo("text");
		assertThat(kept("spool")).containsExactly("homeless");
	}

	@Test
	@Semantics("Scratch directories are restored after a restart, with their contents.")
	void scratchDirectoriesAreThereAgainAfterARestart() throws IOException {
		VirtualFileSystem before = open("spool");
		for (String name : List.of("z.lock", "z.lock/inner", "z.lock/inner/deeper", "gone.lock", ".~tmp~")) {
			before.createDirectory(before.locate("/files/" + name));
		}
		write(before, "z.lock/inner/file", "text");
		before.rename(before.locate("/files/z.lock"), before.locate("/files/a.lock"));
		before.deleteDirectory(before.locate("/files/gone.lock"));
		FileStatus status = before.status(before.resolve("/files/a.lock/inner"));
		before.close();
		VirtualFileSystem after = open("spool");
		assertThat(names(after)).containsExactlyInAnyOrder("a.lock", ".~tmp~");
		assertThat(read(after, "a.lock/inner/file")).isEqualTo("text");
		assertThat(after.status(after.resolve("/files/a.lock/inner")).inode()).isEqualTo(status.inode());
		assertThat(after.supervision().newFiles()).as("each counts").isEqualTo(5);
		after.deleteDirectory(after.locate("/files/a.lock/inner/deeper"));
		after.delete(after.locate("/files/a.lock/inner/file"));
		after.deleteDirectory(after.locate("/files/a.lock/inner"));
		after.deleteDirectory(after.locate("/files/a.lock"));
		after.close();
		assertThat(names(open("spool"))).containsExactly(".~tmp~");
		assertThat(this.files.application().names()).isEmpty();
	}

	@Test
	void whatIsInAScratchDirectoryIsKeptIfItsParentIsGone() throws IOException {
		this.files.nested();
		VirtualFileSystem killed = open("spool");
		killed.createDirectory(killed.locate("/files/d"));
		killed.createDirectory(killed.locate("/files/d/a.lock"));
		write(killed, "d/a.lock/file", "homeless");
		this.files.deleteDirectory((Directory) Objects.requireNonNull(this.files.find(new Name("d"))));
		VirtualFileSystem after = openAsAfterKill("spool", "copy");
		assertThat(names(after)).isEmpty();
		assertThat(kept("copy")).containsExactly("homeless");
		assertThat(after.supervision().newFiles()).isZero();
	}

	@Test
	void directoriesOfNamesThatArePatternsOfFilesAreStored() throws IOException {
		this.files.nested();
		VirtualFileSystem fileSystem = open("spool", this.files,
				new ScratchSettings(ScratchNames.of(List.of("*~", ".git/")), this.wait));
		fileSystem.createDirectory(fileSystem.locate("/files/old~"));
		fileSystem.createDirectory(fileSystem.locate("/files/.git"));
		write(fileSystem, ".git/config", "text");
		write(fileSystem, "old~/file", "text");
		assertThat(this.files.application().names()).containsExactly("old~");
		assertThat(this.files.application().directory("old~").names()).containsExactly("file");
		assertThatExceptionOfType(ErrnoException.class)
			.isThrownBy(() -> fileSystem.rename(fileSystem.locate("/files/old~"), fileSystem.locate("/files/.git/old")))
			.satisfies((failure) -> assertThat(failure.errno()).isEqualTo(Errno.EXDEV));
	}

	@Test
	void scratchFilesAreThereAgainAfterAKill() throws IOException {
		VirtualFileSystem killed = open("spool");
		write(killed, ".a.swp", "closed");
		HandleId handle = create(killed, "b.tmp");
		killed.write(handle, 0, bytes("open"));
		VirtualFileSystem after = openAsAfterKill("spool", "copy");
		assertThat(read(after, ".a.swp")).isEqualTo("closed");
		assertThat(read(after, "b.tmp")).isEqualTo("open");
	}

	@Test
	void backupWhoseRowAnotherFileHasTakenIsThereAgainAfterAKill() throws IOException {
		this.files.application().put("created.txt", "old 1");
		this.files.application().put("renamed.txt", "old 2");
		VirtualFileSystem killed = open("spool");
		killed.rename(killed.locate("/files/created.txt"), killed.locate("/files/created.txt~"));
		write(killed, "created.txt", "new 1");
		killed.rename(killed.locate("/files/renamed.txt"), killed.locate("/files/renamed.txt~"));
		write(killed, "saved.tmp", "new 2");
		killed.rename(killed.locate("/files/saved.tmp"), killed.locate("/files/renamed.txt"));
		VirtualFileSystem after = openAsAfterKill("spool", "copy");
		assertThat(read(after, "created.txt~")).isEqualTo("old 1");
		assertThat(read(after, "created.txt")).isEqualTo("new 1");
		assertThat(read(after, "renamed.txt~")).isEqualTo("old 2");
		assertThat(read(after, "renamed.txt")).isEqualTo("new 2");
	}

	@Test
	@Semantics("After a kill, whole content that was written but neither closed nor synchronised is kept, and partial changes are dropped.")
	void whatWasNeverAcknowledgedIsKeptIfItIsWhole() throws IOException {
		this.files.application().put("changed.txt", "0123456789");
		this.files.application().put("truncated.txt", "0123456789");
		VirtualFileSystem killed = open("spool");
		killed.write(create(killed, "new.txt"), 0, bytes("new"));
		killed.write(open(killed, "changed.txt"), 3, bytes("XXX"));
		HandleId truncated = open(killed, "truncated.txt");
		killed.truncate(truncated, 0);
		killed.write(truncated, 0, bytes("whole"));
		HandleId committed = create(killed, "committed.txt");
		killed.write(committed, 0, bytes("committed"));
		killed.flush(committed);
		HandleId again = create(killed, "again.txt");
		killed.write(again, 0, bytes("one"));
		killed.flush(again);
		killed.truncate(again, 0);
		killed.write(again, 0, bytes("two"));
		HandleId deleted = create(killed, "deleted.txt");
		killed.write(deleted, 0, bytes("deleted"));
		killed.delete(killed.locate("/files/deleted.txt"));
		create(killed, "empty.txt");
		VirtualFileSystem after = openAsAfterKill("spool", "copy");
		assertThat(names(after)).containsExactlyInAnyOrder("changed.txt", "truncated.txt", "committed.txt",
				"again.txt");
		assertThat(read(after, "changed.txt")).isEqualTo("0123456789");
		assertThat(read(after, "again.txt")).isEqualTo("one");
		assertThat(kept("copy")).containsExactlyInAnyOrder("new", "two", "whole");
		assertThat(Files.list(this.directory.resolve("copy")).map((path) -> path.getFileName().toString()))
			.containsExactlyInAnyOrder("lock", "unsaved", "cache");
	}

	@Test
	void pendingRenameIsForgottenByAKill() throws IOException {
		this.files.application().put("a.txt", "text");
		VirtualFileSystem killed = open("spool");
		killed.rename(killed.locate("/files/a.txt"), killed.locate("/files/a.txt~"));
		VirtualFileSystem after = openAsAfterKill("spool", "copy");
		assertThat(names(after)).containsExactly("a.txt");
		assertThat(this.files.application().names()).containsExactly("a.txt");
	}

	@Test
	void scratchFilesAreThereAgainAfterARestartWithoutRoomForAnything() throws IOException {
		VirtualFileSystem before = open("spool");
		write(before, "a.tmp", "text");
		before.close();
		// As if the disk were full: no label can be written.
		Path label = find("spool", ".label");
		Files.createDirectories(label.resolveSibling(label.getFileName() + ".new").resolve("obstacle"));
		VirtualFileSystem after = open("spool");
		assertThat(read(after, "a.tmp")).isEqualTo("text");
	}

	@Test
	void spoolIsFreeAgainAfterAStartThatFailed() throws IOException {
		VirtualFileSystem before = open("spool");
		write(before, "a.tmp", "text");
		before.close();
		// What has no directory any more would be kept here.
		Path unsaved = Files.createSymbolicLink(this.directory.resolve("spool").resolve("unsaved"), Path.of("nowhere"));
		assertThatExceptionOfType(UncheckedIOException.class)
			.isThrownBy(() -> open("spool", new InMemoryDirectory("others")));
		Files.delete(unsaved);
		assertThat(read(open("spool"), "a.tmp")).isEqualTo("text");
	}

	@Test
	void localFileWhoseLabelCanNotBeReadIsKept() throws IOException {
		VirtualFileSystem before = open("spool");
		write(before, "a.tmp", "text");
		write(before, "b.tmp", "more");
		before.close();
		Files.write(find("spool", "1.label"), new byte[] { (byte) 0xff });
		Files.write(find("spool", "2.label"), new byte[0]);
		assertThat(names(open("spool"))).isEmpty();
		assertThat(kept("spool")).containsExactlyInAnyOrder("text", "more");
	}

	@Test
	void scratchFileWhoseDirectoryIsGoneIsKept() throws IOException {
		VirtualFileSystem before = open("spool");
		write(before, "a.tmp", "text");
		before.close();
		open("spool", new InMemoryDirectory("others"));
		assertThat(kept("spool")).containsExactly("text");
	}

	@Test
	void renameToAScratchNameIsCommittedAfterAWhile() throws Exception {
		this.wait = Duration.ofMillis(20);
		this.files.application().put("a.txt", "text");
		VirtualFileSystem fileSystem = open("spool");
		fileSystem.rename(fileSystem.locate("/files/a.txt"), fileSystem.locate("/files/a.txt~"));
		await(() -> this.files.application().names().equals(List.of("a.txt~")));
		assertThat(names(fileSystem)).containsExactly("a.txt~");
	}

	@Test
	void backupCanBeDeletedInTheMomentInWhichItsRenameIsCommitted() throws IOException {
		this.wait = Duration.ofNanos(1);
		this.files.application().put("a.txt", "text");
		for (int i = 0; i < 300; i++) {
			String name = "a" + i + ".txt";
			this.files.application().put(name, "text");
		}
		VirtualFileSystem fileSystem = open("spool");
		for (int i = 0; i < 300; i++) {
			String name = "/files/a" + i + ".txt";
			fileSystem.rename(fileSystem.locate(name), fileSystem.locate(name + "~"));
			fileSystem.delete(fileSystem.locate(name + "~"));
		}
		assertThat(this.files.application().names()).containsExactly("a.txt");
		assertThat(this.failures).isEmpty();
	}

	@Test
	void rowWaitsAsLongAsItsNewFileIsBeingWritten() throws Exception {
		this.wait = Duration.ofMillis(500);
		this.files.application().put("a.txt", "old");
		this.files.application().put("b.txt", "other");
		VirtualFileSystem fileSystem = open("spool");
		// The timer may be quicker than the next line: then the dance is not tested.
		HandleId handle = null;
		while (handle == null) {
			fileSystem.rename(fileSystem.locate("/files/a.txt"), fileSystem.locate("/files/a.txt~"));
			handle = create(fileSystem, "a.txt");
			if (this.files.application().names().contains("a.txt~")) {
				fileSystem.release(handle);
				fileSystem.delete(fileSystem.locate("/files/a.txt"));
				fileSystem.rename(fileSystem.locate("/files/a.txt~"), fileSystem.locate("/files/a.txt"));
				handle = null;
			}
		}
		fileSystem.write(handle, 0, bytes("new"));
		fileSystem.rename(fileSystem.locate("/files/b.txt"), fileSystem.locate("/files/b.txt~"));
		// When this one is over, the time of the other is, too.
		await(() -> this.files.application().names().contains("b.txt~"));
		assertThat(this.files.application().names()).containsExactly("a.txt", "b.txt~");
		fileSystem.flush(handle);
		fileSystem.release(handle);
		assertThat(read(fileSystem, "a.txt")).isEqualTo("new");
		assertThat(read(fileSystem, "a.txt~")).isEqualTo("old");
	}

	@Test
	@Semantics("A rename to a scratch name that the application refuses afterwards is undone and reported.")
	void renameThatTheApplicationRefusesAfterwardsIsUndone() throws Exception {
		this.wait = Duration.ofMillis(20);
		this.files.application().put("a.txt", "text");
		this.files.troubles().failNextWrite(Errno.EINVAL);
		VirtualFileSystem fileSystem = open("spool");
		fileSystem.rename(fileSystem.locate("/files/a.txt"), fileSystem.locate("/files/a.txt~"));
		await(() -> names(fileSystem).equals(List.of("a.txt")));
		assertThat(this.failures).singleElement()
			.satisfies((failure) -> assertThat(failure.errno()).isEqualTo(Errno.EINVAL));
		assertThat(this.subjects).containsExactly("/files/a.txt -> /files/a.txt~");
	}

	@Test
	void renameOfARowThatHasMovedOnMeanwhileIsTriedAgain() throws Exception {
		this.wait = Duration.ofMillis(20);
		this.files.application().put("a.txt", "text");
		this.files.troubles().failNextWrite(Errno.ESTALE);
		VirtualFileSystem fileSystem = open("spool");
		fileSystem.rename(fileSystem.locate("/files/a.txt"), fileSystem.locate("/files/a.txt~"));
		await(() -> this.files.application().names().equals(List.of("a.txt~")));
	}

	@Test
	void renameIsCommittedIfSomebodyElseUnmounts() throws Exception {
		this.files.application().put("a.txt", "text");
		VirtualFileSystem fileSystem = open("spool");
		fileSystem.rename(fileSystem.locate("/files/a.txt"), fileSystem.locate("/files/a.txt~"));
		fileSystem.close();
		assertThat(this.files.application().names()).containsExactly("a.txt~");
	}

	@Test
	void renameThatTheDatabaseCanNotDoNowIsTriedAgain() throws Exception {
		this.wait = Duration.ofMillis(20);
		this.files.application().put("a.txt", "text");
		this.files.troubles().failNextWrite(Errno.EIO);
		VirtualFileSystem fileSystem = open("spool");
		fileSystem.rename(fileSystem.locate("/files/a.txt"), fileSystem.locate("/files/a.txt~"));
		await(() -> this.files.application().names().equals(List.of("a.txt~")));
	}

	@Test
	void withoutPatternsNoNameIsAScratchName() throws IOException {
		ScratchSettings none = new ScratchSettings(ScratchNames.of(List.of()), this.wait);
		VirtualFileSystem fileSystem = open("spool", this.files, none);
		write(fileSystem, "a.tmp", "text");
		assertThat(this.files.application().names()).containsExactly("a.tmp");
	}

	private VirtualFileSystem open(String spool) throws IOException {
		return open(spool, this.files);
	}

	private VirtualFileSystem open(String spool, InMemoryDirectory mounted) throws IOException {
		return open(spool, mounted, new ScratchSettings(ScratchNames.of(ScratchNames.DEFAULTS), this.wait));
	}

	private VirtualFileSystem open(String spool, InMemoryDirectory mounted, ScratchSettings scratch)
			throws IOException {
		FileSystemSettings settings = new FileSystemSettings(0, 0, 022, false, PermissionChanges.IGNORE,
				Duration.ofSeconds(1), 10, scratch);
		VirtualFileSystem fileSystem = NodeFileSystem.create(
				VirtualDirectory.root(Map.of("files", mounted), Instant.EPOCH), settings,
				FileSystemSpool.open(this.directory.resolve(spool)), new OperationListener() {
					@Override
					public void operationFailed(Operation operation, @Nullable Object subject, ErrnoException failure,
							long elapsedNanos) {
						RestartTests.this.subjects.add(subject);
						RestartTests.this.failures.add(failure);
					}
				});
		this.opened.add(fileSystem);
		return fileSystem;
	}

	/** A killed process leaves the spool as it is at that moment. */
	private VirtualFileSystem openAsAfterKill(String spool, String copy) throws IOException {
		Path target = Files.createDirectory(this.directory.resolve(copy));
		try (Stream<Path> paths = Files.list(this.directory.resolve(spool))) {
			for (Path path : paths.toList()) {
				Files.copy(path, target.resolve(path.getFileName()));
			}
		}
		return open(copy);
	}

	private Path find(String spool, String suffix) throws IOException {
		try (Stream<Path> paths = Files.list(this.directory.resolve(spool))) {
			return paths.filter((path) -> path.toString().endsWith(suffix)).findFirst().orElseThrow();
		}
	}

	private List<String> kept(String spool) throws IOException {
		try (Stream<Path> paths = Files.list(this.directory.resolve(spool).resolve("unsaved"))) {
			List<String> texts = new ArrayList<>();
			for (Path path : paths.toList()) {
				texts.add(Files.readString(path));
			}
			return texts;
		}
	}

	private static void await(Callable<Boolean> condition) {
		Awaitility.await().atMost(Duration.ofMinutes(1)).pollInterval(Duration.ofMillis(5)).until(condition);
	}

	private static HandleId create(VirtualFileSystem fileSystem, String name) {
		return fileSystem.create(fileSystem.locate("/files/" + name), OpenOptions.READ_WRITE);
	}

	private static HandleId open(VirtualFileSystem fileSystem, String name) {
		return fileSystem.open(fileSystem.resolve("/files/" + name), OpenOptions.READ_WRITE);
	}

	private static void write(VirtualFileSystem fileSystem, String name, String text) {
		HandleId handle = create(fileSystem, name);
		fileSystem.write(handle, 0, bytes(text));
		fileSystem.flush(handle);
		fileSystem.release(handle);
	}

	private static String read(VirtualFileSystem fileSystem, String name) {
		HandleId handle = open(fileSystem, name);
		ByteBuffer target = ByteBuffer.allocate(100);
		fileSystem.read(handle, 0, target);
		fileSystem.release(handle);
		return StandardCharsets.UTF_8.decode(target.flip()).toString();
	}

	private static List<String> names(VirtualFileSystem fileSystem) {
		List<String> names = new ArrayList<>();
		HandleId handle = fileSystem.openDirectory(fileSystem.resolve("/files"));
		fileSystem.readDirectory(handle, 0, (name, status, next) -> names.add(name));
		fileSystem.releaseDirectory(handle);
		names.removeAll(List.of(".", ".."));
		return names;
	}

	private static ByteBuffer bytes(String text) {
		return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
	}

}
