package io.fusemount.core.filesystem;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import io.fusemount.conformance.memory.Call;
import io.fusemount.conformance.memory.InMemoryDirectory;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.handover.NoteReader;
import io.fusemount.core.handover.NoteWriter;
import io.fusemount.core.handover.Notes;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import io.fusemount.core.vfs.VirtualFileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What programs have open goes from one process to the next.
 */
class HandoverTests {

	private static final OpenOptions READ = OpenOptions.READ;

	private static final OpenOptions WRITE = OpenOptions.READ_WRITE;

	@TempDir
	private Path spool;

	private final InMemoryDirectory files = new InMemoryDirectory("files", 10, true, InstantSource.system());

	private final List<String> unsaved = new ArrayList<>();

	private VirtualFileSystem fileSystem;

	@BeforeEach
	void start() {
		start(false);
	}

	private void start(boolean takeover) {
		this.fileSystem = CrashFixture.start(this.files, this.spool, takeover, null, this.unsaved);
	}

	@AfterEach
	void close() {
		this.fileSystem.close();
	}

	private void handOver() {
		leave();
		start(true);
	}

	private void leave() {
		this.fileSystem.handover().leave(new NoteWriter().text("of the transport"));
	}

	private HandleId open(String name, OpenOptions options) {
		return this.fileSystem.open(this.fileSystem.resolve("/files/" + name), options);
	}

	private HandleId create(String name) {
		return this.fileSystem.create(this.fileSystem.locate("/files/" + name), OpenOptions.NEW);
	}

	private String read(HandleId handle) {
		ByteBuffer target = ByteBuffer.allocate(100);
		this.fileSystem.read(handle, 0, target);
		return StandardCharsets.UTF_8.decode(target.flip()).toString();
	}

	private void write(HandleId handle, long position, String text) {
		this.fileSystem.write(handle, position, StandardCharsets.UTF_8.encode(text));
	}

	private void closeFile(HandleId handle) {
		this.fileSystem.flush(handle);
		this.fileSystem.release(handle);
	}

	private String stored(String name) {
		return new String(Objects.requireNonNull(this.files.application().content(name)), StandardCharsets.UTF_8);
	}

	@Test
	void theNotesOfTheTransportComeBack() throws IOException {
		handOver();
		Notes inherited = Objects.requireNonNull(this.fileSystem.handover().inherited());
		assertThat(new NoteReader(inherited.transport()).text()).isEqualTo("of the transport");
		assertThat(inherited.process()).isEqualTo(ProcessHandle.current().pid());
	}

	@Test
	void aHandleOfAFileThatNobodyHasChangedReadsOn() throws IOException {
		this.files.application().put("a.txt", "content");
		HandleId handle = open("a.txt", READ);
		long number = this.fileSystem.status(handle).inode();
		handOver();
		assertThat(read(handle)).isEqualTo("content");
		assertThat(this.fileSystem.status(handle).inode()).isEqualTo(number);
		assertThat(this.fileSystem.node(handle)).isSameAs(this.fileSystem.resolve("/files/a.txt"));
		this.fileSystem.release(handle);
		assertThat(this.fileSystem.supervision().openHandles()).isZero();
	}

	@Test
	void aNewFileGoesOnWithEveryByteAndIsStoredOnce() throws IOException {
		HandleId handle = create("new.txt");
		write(handle, 0, "one ");
		long number = this.fileSystem.status(handle).inode();
		handOver();
		assertThat(this.files.application().names()).isEmpty();
		assertThat(this.fileSystem.status(handle).inode()).isEqualTo(number);
		assertThat(this.fileSystem.resolve("/files/new.txt")).isSameAs(this.fileSystem.node(handle));
		write(handle, 4, "two");
		assertThat(read(handle)).isEqualTo("one two");
		long writes = this.files.calls().writes();
		closeFile(handle);
		assertThat(stored("new.txt")).isEqualTo("one two");
		assertThat(this.files.calls().writes() - writes).isOne();
	}

	@Test
	void changesOfAStoredFileGoOnAboveWhatIsStored() throws IOException {
		this.files.application().put("a.txt", "0123456789");
		HandleId handle = open("a.txt", WRITE);
		write(handle, 2, "ab");
		Instant modified = this.fileSystem.status(handle).modified();
		handOver();
		assertThat(stored("a.txt")).isEqualTo("0123456789");
		assertThat(this.fileSystem.status(handle).modified()).isEqualTo(modified);
		assertThat(read(handle)).isEqualTo("01ab456789");
		write(handle, 8, "cd");
		closeFile(handle);
		assertThat(stored("a.txt")).isEqualTo("01ab4567cd");
		assertThat(this.unsaved).isEmpty();
	}

	@Test
	void aFileThatWasTruncatedAndGrewStaysSo() throws IOException {
		this.files.application().put("a.txt", "0123456789");
		HandleId handle = open("a.txt", WRITE);
		this.fileSystem.truncate(handle, 3);
		this.fileSystem.truncate(handle, 6);
		handOver();
		assertThat(read(handle)).isEqualTo("012\0\0\0");
		closeFile(handle);
		assertThat(stored("a.txt")).isEqualTo("012\0\0\0");
	}

	@Test
	void theLastHandleOfADeletedFileStillReads() throws IOException {
		this.files.application().put("a.txt", "content");
		HandleId handle = open("a.txt", WRITE);
		this.fileSystem.delete(this.fileSystem.locate("/files/a.txt"));
		handOver();
		assertThat(read(handle)).isEqualTo("content");
		write(handle, 0, "C");
		assertThat(read(handle)).isEqualTo("Content");
		closeFile(handle);
		assertThat(this.files.application().names()).isEmpty();
		assertThat(this.unsaved).isEmpty();
	}

	@Test
	void aLocalFileKeepsItsHandle() throws IOException {
		HandleId handle = create(".a.txt.swp");
		write(handle, 0, "local");
		handOver();
		write(handle, 5, " file");
		assertThat(read(handle)).isEqualTo("local file");
		closeFile(handle);
		assertThat(this.files.application().names()).isEmpty();
		assertThat(read(open(".a.txt.swp", READ))).isEqualTo("local file");
	}

	@Test
	@Semantics("A save that is in progress at that moment gives its content to the row of the file, as any save does.")
	void aSaveThatIsInProgressKeepsTheRow() throws IOException {
		this.files.application().put("a.txt", "old");
		NodeKey key = this.files.application().key("a.txt");
		rename("a.txt", "a.txt~");
		handOver();
		assertThat(read(open("a.txt~", READ))).isEqualTo("old");
		HandleId handle = create("a.txt");
		write(handle, 0, "new");
		handOver();
		closeFile(handle);
		assertThat(stored("a.txt")).isEqualTo("new");
		assertThat(this.files.application().key("a.txt")).isEqualTo(key);
		assertThat(read(open("a.txt~", READ))).isEqualTo("old");
	}

	@Test
	void aFileThatWasRenamedAwayIsThereAgainIfOthersHaveChangedItMeanwhile() throws IOException {
		this.files.application().put("a.txt", "old");
		rename("a.txt", "a.txt~");
		leave();
		this.files.application().put("a.txt", "theirs");
		start(true);
		assertThat(read(open("a.txt", READ))).isEqualTo("theirs");
		assertThat(stored("a.txt")).isEqualTo("theirs");
	}

	private void rename(String name, String newName) {
		this.fileSystem.rename(this.fileSystem.locate("/files/" + name), this.fileSystem.locate("/files/" + newName));
	}

	@Test
	void aVersionThatOthersHaveReplacedMeanwhileIsStale() throws IOException {
		this.files.application().put("a.txt", "content");
		HandleId handle = open("a.txt", READ);
		leave();
		this.files.application().put("a.txt", "other");
		start(true);
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> read(handle))
			.satisfies((failure) -> assertThat(failure.errno()).isEqualTo(Errno.ESTALE));
		this.fileSystem.release(handle);
		assertThat(read(open("a.txt", READ))).isEqualTo("other");
	}

	@Test
	@Semantics("A version that others replace during such a restart is stale (ESTALE) for programs that have it open, and their "
			+ "changes of it are kept in `unsaved`.")
	void changesOfAVersionThatOthersHaveReplacedMeanwhileAreKeptAside() throws IOException {
		this.files.application().put("a.txt", "content");
		HandleId handle = open("a.txt", WRITE);
		this.fileSystem.truncate(handle, 0);
		write(handle, 0, "mine");
		leave();
		this.files.application().put("a.txt", "theirs");
		start(true);
		assertThat(read(handle)).isEqualTo("mine");
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> this.fileSystem.flush(handle))
			.satisfies((failure) -> assertThat(failure.errno()).isEqualTo(Errno.ESTALE));
		this.fileSystem.release(handle);
		assertThat(stored("a.txt")).isEqualTo("theirs");
		assertThat(this.unsaved).containsExactly("/files/a.txt");
	}

	@Test
	void aListingGoesOnWhereItWasWhateverHasLeft() throws IOException {
		for (int i = 0; i < 35; i++) {
			this.files.application().put("%02d.txt".formatted(i), "x");
		}
		HandleId handle = this.fileSystem.openDirectory(this.fileSystem.resolve("/files"));
		List<String> seen = list(handle, 0, 18);
		this.fileSystem.delete(this.fileSystem.locate("/files/03.txt"));
		this.fileSystem.delete(this.fileSystem.locate("/files/14.txt"));
		leave();
		this.files.application().remove("15.txt");
		this.files.application().remove("20.txt");
		start(true);
		seen.addAll(list(handle, 18, 100));
		assertThat(seen).hasSize(36)
			.doesNotHaveDuplicates()
			.contains("03.txt", "14.txt", "15.txt", "34.txt")
			.doesNotContain("20.txt");
		this.fileSystem.releaseDirectory(handle);
	}

	private List<String> list(HandleId handle, long offset, int count) {
		List<String> names = new ArrayList<>();
		this.fileSystem.readDirectory(handle, offset, (name, status, next) -> {
			if (names.size() < count) {
				names.add(name);
				return true;
			}
			return false;
		});
		return names;
	}

	@Test
	@Semantics("If no process takes over, the next start stores what programs had open, or keeps it in `unsaved`.")
	void withoutTheConnectionWhatProgramsHadOpenIsStored() throws IOException {
		this.files.application().put("old.txt", "0123456789");
		write(create("new.txt"), 0, "new");
		write(open("old.txt", WRITE), 2, "ab");
		leave();
		start(false);
		assertThat(this.fileSystem.handover().inherited()).isNull();
		assertThat(stored("new.txt")).isEqualTo("new");
		assertThat(stored("old.txt")).isEqualTo("01ab456789");
		assertThat(this.unsaved).isEmpty();
		assertThat(this.fileSystem.supervision().openHandles()).isZero();
		this.fileSystem.close();
		start(true);
		assertThat(this.fileSystem.handover().inherited()).isNull();
	}

	@Test
	void numbersOfHandlesAreNotGivenAgain() throws IOException {
		this.files.application().put("a.txt", "content");
		HandleId first = open("a.txt", READ);
		HandleId last = open("a.txt", READ);
		this.fileSystem.release(last);
		handOver();
		assertThat(open("a.txt", READ).value()).isGreaterThan(last.value());
		assertThat(read(first)).isEqualTo("content");
	}

	@Test
	void aStartThatFailsLeavesEverythingToTheNextOne() throws IOException {
		HandleId handle = create("new.txt");
		write(handle, 0, "new");
		this.files.application().put("old.txt", "old");
		HandleId reader = open("old.txt", READ);
		leave();
		this.files.troubles().failNext(Call.FIND, Errno.EIO);
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> start(true));
		start(true);
		assertThat(this.files.application().names()).containsExactly("old.txt");
		assertThat(read(handle)).isEqualTo("new");
		assertThat(read(reader)).isEqualTo("old");
	}

	@Test
	void notesThatAreNotWholeDoNotCount() throws IOException {
		leave();
		Path notes = this.spool.resolve("handover");
		byte[] bytes = Files.readAllBytes(notes);
		bytes[bytes.length / 2]++;
		Files.write(notes, bytes);
		start(true);
		assertThat(this.fileSystem.handover().inherited()).isNull();
	}

	@Test
	void notesCountUntilProgramsAreServedAgain() throws IOException {
		HandleId handle = create("new.txt");
		write(handle, 0, "new");
		handOver();
		assertThat(this.spool.resolve("handover")).exists();
		this.fileSystem.handover().settle();
		assertThat(this.spool.resolve("handover")).doesNotExist();
	}

}
