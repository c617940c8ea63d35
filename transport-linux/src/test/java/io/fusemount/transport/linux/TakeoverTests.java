package io.fusemount.transport.linux;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import io.fusemount.conformance.memory.InMemoryApplication;
import io.fusemount.conformance.memory.InMemoryDirectory;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import io.fusemount.core.errno.ErrnoTranslators;
import io.fusemount.core.filesystem.FileSystemSpool;
import io.fusemount.core.filesystem.NodeFileSystem;
import io.fusemount.core.limit.ContentCacheSettings;
import io.fusemount.core.limit.UnsavedLimits;
import io.fusemount.core.mount.Deadline;
import io.fusemount.core.mount.MountOptions;
import io.fusemount.core.mount.TransportSession;
import io.fusemount.core.mountinfo.MountTable;
import io.fusemount.core.node.VirtualDirectory;
import io.fusemount.core.operation.ConflictPolicy;
import io.fusemount.core.operation.Dispatcher;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.vfs.FileSystemSettings;
import io.fusemount.core.vfs.OpenLimits;
import io.fusemount.core.vfs.PermissionChanges;
import io.fusemount.core.vfs.ScratchSettings;
import io.fusemount.core.vfs.TimeToLive;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

/**
 * A mount that goes from one process to the next, both of which are this one.
 */
@EnabledIfFuse
@Timeout(120)
class TakeoverTests {

	private static final Deadline SOON = Deadline.in(Duration.ofSeconds(20));

	@TempDir
	private Path workspace;

	private final HeldDescriptors store = new HeldDescriptors();

	private final List<String> unsaved = new CopyOnWriteArrayList<>();

	private final AtomicLong reads = new AtomicLong();

	private final OperationListener listener = new OperationListener() {

		@Override
		public void operationSucceeded(Operation operation, long elapsedNanos) {
			TakeoverTests.this.reads.addAndGet((operation == Operation.READ) ? 1 : 0);
		}

		@Override
		public void contentUnsaved(String subject, String place, Throwable failure) {
			TakeoverTests.this.unsaved.add(subject);
		}

	};

	private final InMemoryDirectory files = new InMemoryDirectory("files", 100, true, InstantSource.system());

	private Path mountPoint;

	private MountOptions options;

	private NodeFileSystem fileSystem;

	private TransportSession session;

	@BeforeEach
	void start() throws IOException {
		this.mountPoint = Files.createDirectory(this.workspace.toRealPath().resolve("mnt"));
		this.options = new MountOptions("kit", this.mountPoint, false, false, false, 4, 0);
		mount();
	}

	private void mount() throws IOException {
		LinuxTransport transport = new LinuxTransport(true, true, Takeovers.WHERE_HELD, this.store);
		FileSystemSettings settings = new FileSystemSettings(0, 0, 022, false, PermissionChanges.IGNORE,
				ConflictPolicy.FAIL, new TimeToLive(Duration.ofHours(1)), 10_000, ScratchSettings.defaults(),
				ContentCacheSettings.defaults(), OpenLimits.defaults());
		this.fileSystem = NodeFileSystem.create(VirtualDirectory.root(Map.of("files", this.files), Instant.EPOCH),
				settings, FileSystemSpool.open(this.workspace.resolve("spool"), UnsavedLimits.DEFAULT, this.listener,
						transport.inherits(this.options), null),
				this.listener);
		this.session = transport.mount(this.fileSystem, new Dispatcher(new ErrnoTranslators(List.of()), this.listener),
				this.options);
	}

	private void handOver() throws IOException {
		leave();
		mount();
	}

	private void leave() {
		assertThat(this.session.leave(SOON)).isTrue();
		this.store.pass();
	}

	@AfterEach
	void stop() {
		this.session.unmount(SOON);
		this.fileSystem.close();
		assertThat(MountTable.read().at(this.mountPoint)).isNull();
	}

	private Path file(String name) {
		return this.mountPoint.resolve("files").resolve(name);
	}

	private Shell shell() {
		return Shell.in(file(""));
	}

	private String stored(String name) {
		return new String(Objects.requireNonNull(this.files.application().content(name)), StandardCharsets.UTF_8);
	}

	@Test
	@Semantics("Nothing is stored because of such a restart: a file that is open is stored when it is closed, once.")
	void whatIsOpenStaysOpenAndWhatIsWrittenIsStoredOnce() throws IOException {
		this.files.application().put("old.txt", "0123456789");
		try (FileChannel created = FileChannel.open(file("new.txt"), StandardOpenOption.CREATE_NEW,
				StandardOpenOption.READ, StandardOpenOption.WRITE);
				FileChannel changed = FileChannel.open(file("old.txt"), StandardOpenOption.READ,
						StandardOpenOption.WRITE)) {
			created.write(bytes("one "));
			changed.write(bytes("ab"), 2);
			Object number = Files.getAttribute(file("new.txt"), "unix:ino");
			handOver();
			assertThat(this.files.application().names()).containsExactly("old.txt");
			assertThat(stored("old.txt")).isEqualTo("0123456789");
			assertThat(Files.getAttribute(file("new.txt"), "unix:ino")).isEqualTo(number);
			created.write(bytes("two"));
			changed.write(bytes("cd"), 8);
			assertThat(file("old.txt")).hasContent("01ab4567cd");
		}
		assertThat(file("new.txt")).hasContent("one two");
		assertThat(stored("new.txt")).isEqualTo("one two");
		assertThat(stored("old.txt")).isEqualTo("01ab4567cd");
		assertThat(String.valueOf(this.session.channel())).contains("io_uring is not used: the mount was taken over");
	}

	private static ByteBuffer bytes(String text) {
		return StandardCharsets.UTF_8.encode(text);
	}

	@Test
	@Semantics("A request that comes in between waits for the next process.")
	void aRequestThatComesInBetweenWaits() throws Exception {
		this.files.application().put("a.txt", "content");
		leave();
		CompletableFuture<String> reading = CompletableFuture.supplyAsync(() -> shell().check("cat a.txt"));
		CompletableFuture<String> writing = CompletableFuture
			.supplyAsync(() -> shell().check("echo new > b.txt && cat b.txt"));
		Thread.sleep(300);
		assertThat(reading).isNotDone();
		mount();
		assertThat(reading.get(20, TimeUnit.SECONDS)).isEqualTo("content");
		assertThat(writing.get(20, TimeUnit.SECONDS)).isEqualTo("new\n");
		assertThat(stored("b.txt")).isEqualTo("new\n");
	}

	@Test
	void aProgramGoesOnInItsDirectory() throws Exception {
		Process program = new ProcessBuilder("sh", "-c",
				"read line; cat a.txt; ls; echo more > b.txt; cd ..; cd files; cat b.txt")
			.directory(file("").toFile())
			.start();
		this.files.application().put("a.txt", "content\n");
		handOver();
		program.getOutputStream().write('\n');
		program.getOutputStream().close();
		assertThat(program.getInputStream().readAllBytes()).asString(StandardCharsets.UTF_8)
			.isEqualTo("content\na.txt\nmore\n");
		assertThat(program.waitFor()).isZero();
	}

	@Test
	@Semantics("A program whose working directory is in the mount can ask for its name (`getcwd`) at any time, unless "
			+ "others have replaced or deleted a file that a program has open.")
	void aProgramKnowsItsDirectoryAtAnyTime() throws IOException {
		this.files.application().put("a.txt", "content");
		try (FileChannel open = FileChannel.open(file("a.txt"), StandardOpenOption.READ);
				FileChannel created = FileChannel.open(file("new.txt"), StandardOpenOption.CREATE_NEW,
						StandardOpenOption.WRITE);
				Lodger lodger = Lodger.in(file(""))) {
			for (int i = 0; i < 20; i++) {
				created.write(bytes(i + "\n"));
				assertThat(file("b%d.txt".formatted(i))).doesNotExist();
				leave();
				this.files.application().put("b%d.txt".formatted(i), "new");
				mount();
				assertThat(file("b%d.txt".formatted(i))).exists();
			}
			assertThat(lodger.names()).isEqualTo(Set.of(file("").toString()));
			assertThat(open.size()).isEqualTo(7);
		}
	}

	@Test
	@Semantics("A program that lists a directory goes on with the entry at which it was, whatever has left since.")
	void aProgramGoesOnListingAndDeletingWhatItLists() throws IOException {
		for (int i = 0; i < 2500; i++) {
			this.files.application().put("file%04d.txt".formatted(i), "x");
		}
		int deleted = 0;
		try (DirectoryStream<Path> entries = Files.newDirectoryStream(file(""))) {
			Iterator<Path> entry = entries.iterator();
			while (entry.hasNext()) {
				Files.delete(entry.next());
				if (++deleted == 700) {
					handOver();
				}
			}
		}
		assertThat(deleted).isEqualTo(2500);
		assertThat(this.files.application().names()).isEmpty();
	}

	@Test
	void aDeletedFileStaysWithItsProgram() throws IOException {
		this.files.application().put("a.txt", "content");
		try (FileChannel open = FileChannel.open(file("a.txt"), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
			Files.delete(file("a.txt"));
			handOver();
			open.write(bytes("C"), 0);
			ByteBuffer read = ByteBuffer.allocate(20);
			open.read(read, 0);
			assertThat(StandardCharsets.UTF_8.decode(read.flip()).toString()).isEqualTo("Content");
		}
		assertThat(this.files.application().names()).isEmpty();
		assertThat(this.unsaved).isEmpty();
	}

	@Test
	void theKernelLooksAgainAtWhatOthersMayHaveChanged() throws IOException {
		InMemoryApplication application = this.files.nested().application();
		application.put("a.txt", "content");
		application.put("gone.txt", "content");
		application.directory("old").put("in.txt", "first");
		application.directory("emptied").put("in.txt", "content");
		assertThat(file("a.txt")).hasContent("content");
		assertThat(file("gone.txt")).exists();
		assertThat(file("b.txt")).doesNotExist();
		assertThat(file("old/in.txt")).hasContent("first");
		assertThat(file("emptied/in.txt")).exists();
		assertThat(file("renamed")).doesNotExist();
		leave();
		application.put("a.txt", "changed content");
		application.remove("gone.txt");
		application.put("b.txt", "new");
		application.move("old", application, "renamed");
		application.directory("old").put("in.txt", "second");
		application.directory("emptied").remove("in.txt");
		mount();
		assertThat(file("a.txt")).hasContent("changed content").hasSize(15);
		assertThat(file("gone.txt")).doesNotExist();
		assertThat(file("b.txt")).hasContent("new");
		assertThat(file("old/in.txt")).hasContent("second");
		assertThat(file("renamed/in.txt")).hasContent("first");
		assertThat(file("emptied/in.txt")).doesNotExist();
	}

	@Test
	void theKernelLooksAgainAtWhatOthersHaveMadeOfOpenFiles() throws IOException {
		InMemoryApplication application = this.files.application();
		application.put("changed.txt", "content");
		application.put("gone.txt", "content");
		application.put("replaced.txt", "content");
		try (FileChannel changed = FileChannel.open(file("changed.txt"));
				FileChannel gone = FileChannel.open(file("gone.txt"));
				FileChannel replaced = FileChannel.open(file("replaced.txt"))) {
			leave();
			application.put("changed.txt", "changed content");
			application.remove("gone.txt");
			application.remove("replaced.txt");
			application.put("replaced.txt", "another one");
			mount();
			assertThat(file("changed.txt")).hasSize(15).hasContent("changed content");
			assertThat(file("gone.txt")).doesNotExist();
			assertThat(file("replaced.txt")).hasSize(11).hasContent("another one");
			assertThat(changed.isOpen() && gone.isOpen() && replaced.isOpen()).isTrue();
		}
	}

	@Test
	void pagesOfAnUnchangedFileStayInTheKernel() throws IOException {
		this.files.application().put("a.txt", "content");
		assertThat(file("a.txt")).hasContent("content");
		await().until(() -> this.fileSystem.supervision().openHandles() == 0);
		handOver();
		assertThat(file("a.txt")).hasContent("content");
		assertThat(this.reads).hasValue(1);
	}

	@Test
	@Semantics("Locks that programs hold stay theirs.")
	void aLockOfAProgramStays() throws Exception {
		this.files.application().put("lock", "");
		Process holder = new ProcessBuilder("sh", "-c", "exec 9<lock; flock -n 9; echo held; read line")
			.directory(file("").toFile())
			.start();
		assertThat(holder.inputReader().readLine()).isEqualTo("held");
		handOver();
		assertThat(shell().run("flock -n lock true").status()).isOne();
		holder.getOutputStream().close();
		holder.waitFor();
		shell().check("flock -w 10 lock true");
	}

	@Test
	void aMountIsTakenOverManyTimesAndNothingIsLeftBehind() throws IOException {
		long descriptors = descriptors();
		try (FileChannel open = FileChannel.open(file("new.txt"), StandardOpenOption.CREATE_NEW,
				StandardOpenOption.WRITE)) {
			for (int i = 0; i < 20; i++) {
				open.write(bytes(i + "\n"));
				shell().check("echo %d > %d.txt && ls -l > /dev/null".formatted(i, i));
				handOver();
			}
		}
		assertThat(Files.readAllLines(file("new.txt"))).hasSize(20);
		assertThat(this.files.application().names()).hasSize(21);
		await().until(() -> this.fileSystem.supervision().openHandles() == 0);
		assertThat(descriptors() - descriptors).isLessThan(10);
		assertThat(spoolFiles()).isLessThan(40);
	}

	private long descriptors() throws IOException {
		return count(Path.of("/proc/self/fd"));
	}

	private long spoolFiles() throws IOException {
		return count(this.workspace.resolve("spool"));
	}

	private static long count(Path directory) throws IOException {
		List<Path> entries = new ArrayList<>();
		try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
			stream.forEach(entries::add);
		}
		return entries.size();
	}

	@Test
	void anUnmountLetsTheStoreForgetTheMount() throws IOException {
		assertThat(this.store.isEmpty()).isFalse();
		this.session.unmount(SOON);
		assertThat(this.store.isEmpty()).isTrue();
		this.fileSystem.close();
		mount();
	}

	@Test
	void aMountWithoutNotesIsLetGoAndMountedAnew() throws IOException {
		FileChannel open = FileChannel.open(file("new.txt"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
		open.write(bytes("unsaved"));
		leave();
		Files.delete(this.workspace.resolve("spool/handover"));
		mount();
		assertThatIOException().isThrownBy(open::close);
		assertThat(file("")).isEmptyDirectory();
		assertThat(this.unsaved).containsExactly("new.txt");
		assertThat(String.valueOf(this.session.channel()))
			.contains("it was not taken over: The process before has left no notes for this one");
	}

	@Test
	void aMountWithOtherOptionsIsLetGoAndMountedAnew() throws IOException {
		leave();
		this.options = new MountOptions("kit", this.mountPoint, true, false, false, 4, 0);
		mount();
		assertThat(file("")).isEmptyDirectory();
		assertThat(String.valueOf(this.session.channel())).contains("it was not taken over: ", "read-only");
		assertThat(Objects.requireNonNull(MountTable.read().at(this.mountPoint)).options()).contains("ro");
	}

	@Test
	void aMountPointBehindALinkIsTakenOver() throws IOException {
		Path link = Files.createSymbolicLink(this.workspace.resolve("link"), this.mountPoint);
		leave();
		this.options = new MountOptions("kit", link, false, false, false, 4, 0);
		mount();
		assertThat(String.valueOf(this.session.channel())).contains("the mount was taken over");
	}

	@Test
	void notesWithoutTheFilesThatTheyTellOfDoNotCount() throws IOException {
		FileChannel open = FileChannel.open(file("new.txt"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
		open.write(bytes("unsaved"));
		leave();
		// Not by a program: it would close the file that it inherits, and wait.
		try (DirectoryStream<Path> drafts = Files.newDirectoryStream(this.workspace.resolve("spool"), "*.spool")) {
			for (Path draft : drafts) {
				Files.delete(draft);
			}
		}
		mount();
		assertThatIOException().isThrownBy(open::close);
		assertThat(file("")).isEmptyDirectory();
	}

}
