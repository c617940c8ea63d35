package io.fusemount.transport.linux.node;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;

import io.fusemount.conformance.memory.InMemoryDirectory;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.filesystem.FileSystemSpool;
import io.fusemount.core.filesystem.NodeFileSystem;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.VirtualDirectory;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.vfs.FileSystemSettings;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import io.fusemount.core.vfs.PermissionChanges;
import io.fusemount.core.vfs.ScratchSettings;
import io.fusemount.transport.device.libc.Native;
import io.fusemount.transport.linux.passthrough.Backings;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Orders of requests that a kernel sends at once, which no program can bring about.
 */
class NodeTableTests {

	private final InMemoryDirectory files = new InMemoryDirectory("files").nested();

	private NodeFileSystem fileSystem;

	private NodeTable nodes;

	private Paths paths;

	private Entries entries;

	private Openings openings;

	private Names names;

	private KernelNode parent;

	@BeforeEach
	void open(@TempDir Path spool) throws IOException {
		this.fileSystem = NodeFileSystem.create(
				VirtualDirectory.root(Map.of("files", this.files), Instant.now()), new FileSystemSettings(0, 0, 0022,
						false, PermissionChanges.IGNORE, Duration.ofHours(1), 10_000, ScratchSettings.defaults()),
				FileSystemSpool.open(spool), new OperationListener() {
				});
		this.nodes = new NodeTable(this.fileSystem);
		Validity validity = new Validity(this.fileSystem.coherence(), true);
		this.paths = new Paths(this.fileSystem, this.nodes, validity);
		this.entries = new Entries(this.fileSystem, this.nodes, this.paths, validity);
		this.openings = new Openings(this.fileSystem, this.nodes, this.paths,
				new Backings(this.fileSystem.lending(), Native.libc(), -1));
		this.names = new Names(this.nodes);
		this.parent = lookUp(this.nodes.root(), "files");
	}

	@AfterEach
	void close() {
		this.fileSystem.close();
	}

	@Test
	void aDirectoryThatIsFoundUnderItsNewNameBeforeItsRenameIsAnsweredKeepsThat() {
		this.files.application().directory("before");
		this.files.application().directory("after");
		KernelNode directory = lookUp(this.parent, "before");
		KernelNode replaced = lookUp(this.parent, "after");
		try (Moves.Move move = this.names.moving(this.parent, new Name("before"))) {
			this.fileSystem.rename(place("before"), place("after"));
			assertThat(lookUp(this.parent, "after")).isSameAs(directory);
			this.names.renamed(move, this.parent, new Name("after"));
		}
		assertThat(this.nodes.at(place("after"))).isSameAs(directory);
		assertThat(this.paths.current(directory).key()).isEqualTo(this.paths.directory(directory).key());
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> this.paths.current(replaced));
	}

	@Test
	void aFileThatOthersHaveRenamedIsAnotherNodeUnlessTheKernelDoesNotKnowItsOldName() {
		this.files.application().put("before", "text");
		KernelNode before = lookUp(this.parent, "before");
		rename("before", "after");
		KernelNode after = lookUp(this.parent, "after");
		assertThat(after).isNotSameAs(before);
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> this.entries.attributes(before));
		this.nodes.forget(after.id(), 1);
		rename("after", "later");
		assertThat(lookUp(this.parent, "later")).isSameAs(after);
	}

	@Test
	void aFileThatIsFoundUnderItsNewNameBeforeItsRenameIsAnsweredKeepsThat() {
		this.files.application().put("before", "text");
		KernelNode file = lookUp(this.parent, "before");
		try (Moves.Move move = this.names.moving(this.parent, new Name("before"))) {
			this.fileSystem.rename(place("before"), place("after"));
			assertThat(lookUp(this.parent, "after")).isSameAs(file);
			this.names.renamed(move, this.parent, new Name("after"));
		}
		assertThat(this.nodes.at(place("after"))).isSameAs(file);
	}

	@Test
	void aRenameTellsWhetherTheRowOfAReplacedFileIsThere() {
		this.files.application().put("before", "text");
		this.files.application().put("replaced", "text");
		lookUp(this.parent, "before");
		assertThat(isOfSameFile("before", "after")).isTrue();
		lookUp(this.parent, "after");
		assertThat(isOfSameFile("after", "replaced")).as("the other row stays").isFalse();
	}

	private boolean isOfSameFile(String before, String after) {
		Moves.Move move = this.names.moving(this.parent, new Name(before));
		try (move) {
			this.fileSystem.rename(place(before), place(after));
			this.names.renamed(move, this.parent, new Name(after));
		}
		return move.isOf(find(after));
	}

	/** Renames a file as the application does. */
	private void rename(String before, String after) {
		Node file = Objects.requireNonNull(find(before));
		this.files.application().move(before, this.files.application(), after);
		this.fileSystem.invalidate(file.key());
	}

	@Test
	void aNodeThatWasFoundUnderItsOldNameIsFoundOnceMoreBeforeItGivesUpItsNewOne() {
		this.files.application().directory("before");
		KernelNode directory = lookUp(this.parent, "before");
		Node found = Objects.requireNonNull(find("before"));
		try (Moves.Move move = this.names.moving(this.parent, new Name("before"))) {
			this.fileSystem.rename(place("before"), place("after"));
			this.names.renamed(move, this.parent, new Name("after"));
		}
		assertThat(this.entries.enter(this.parent, place("before"), found, false)).isNull();
		assertThat(this.nodes.at(place("after"))).isSameAs(directory);
	}

	@Test
	void aNodeThatTheKernelHasForgottenIsFoundByItsHandle() {
		this.files.application().put("file", "text");
		KernelNode file = lookUp(this.parent, "file");
		int known = this.nodes.size();
		this.nodes.forget(file.id(), 1);
		assertThat(this.nodes.size()).isEqualTo(known - 1);
		assertThat(this.entries.again(this.nodes.get(file.id())).node()).isSameAs(file);
		assertThat(this.nodes.size()).isEqualTo(known);
		assertThat(lookUp(this.parent, "file")).isSameAs(file);
	}

	@Test
	void aNodeThatTheKernelHasForgottenIsNotFoundByItsHandleIfItsNameStandsForAnotherFile() {
		this.files.application().put("file", "text");
		KernelNode file = lookUp(this.parent, "file");
		this.nodes.forget(file.id(), 1);
		this.fileSystem.invalidate(find("file").key());
		this.files.application().remove("file");
		this.files.application().put("file", "another");
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> this.entries.again(file));
		assertThat(lookUp(this.parent, "file")).isNotSameAs(file);
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> this.nodes.get(file.id()));
	}

	@Test
	void aNodeThatIsForgottenWithoutANameIsNotToldOfAgain() {
		this.files.application().put("file", "text");
		KernelNode file = lookUp(this.parent, "file");
		this.names.removed(this.parent, new Name("file"));
		this.nodes.forget(file.id(), 1);
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> this.nodes.get(file.id()));
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> this.entries.again(file));
	}

	@Test
	void anOpenFileThatGetsANameFromOthersIsTheSameNodeAlsoIfItsOldNameWasTaken() {
		this.files.application().put("before", "text");
		KernelNode node = lookUp(this.parent, "before");
		HandleId handle = open(node, OpenOptions.READ_WRITE);
		this.fileSystem.rename(place("before"), place("after"));
		this.files.application().put("before", "another");
		this.fileSystem.invalidateAll();
		KernelNode taker = lookUp(this.parent, "before");
		assertThat(taker).isNotSameAs(node);
		assertThat(this.paths.current(node)).isSameAs(this.fileSystem.node(handle));
		assertThat(lookUp(this.parent, "after")).isSameAs(node);
		assertThat(this.nodes.at(place("after"))).isSameAs(node);
		assertThat(this.nodes.at(place("before"))).isSameAs(taker);
		close(node, handle, true);
		assertThat(lookUp(this.parent, "after")).isSameAs(node);
	}

	@Test
	void aFileThatIsOpenIsFoundAtTheNodeThatHasItOpenByWhateverName() {
		this.files.application().put("before", "text");
		KernelNode first = lookUp(this.parent, "before");
		rename("before", "after");
		KernelNode second = lookUp(this.parent, "after");
		assertThat(second).isNotSameAs(first);
		HandleId handle = open(second, OpenOptions.READ);
		this.fileSystem.rename(place("after"), place("before"));
		assertThat(lookUp(this.parent, "before")).isSameAs(second);
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> this.paths.current(first));
		close(second, handle, false);
	}

	@Test
	void aFileThatAProgramHasCreatedIsTheSameNodeAfterItIsStoredAndClosed() {
		Place place = place("file");
		HandleId handle = this.fileSystem.create(place, OpenOptions.READ_WRITE);
		KernelNode node = this.entries.created(this.parent, place, this.fileSystem.node(handle), true).node();
		NodeKey before = this.fileSystem.node(handle).key();
		this.fileSystem.flush(handle);
		assertThat(this.fileSystem.node(handle).key()).isNotEqualTo(before);
		assertThat(lookUp(this.parent, "file")).isSameAs(node);
		close(node, handle, true);
		assertThat(this.nodes.of(find("file").key())).isSameAs(node);
		assertThat(this.nodes.of(before)).isNull();
	}

	@Test
	void aCreatedFileThatIsStoredByItsReleaseIsTheSameNode() {
		Place place = place("file");
		HandleId handle = this.fileSystem.create(place, OpenOptions.READ_WRITE);
		KernelNode node = this.entries.created(this.parent, place, this.fileSystem.node(handle), true).node();
		close(node, handle, true);
		assertThat(lookUp(this.parent, "file")).isSameAs(node);
	}

	@Test
	void anOpenFileThatGetsAnotherNameIsFoundByItsKeySoThatTheKernelHearsOfItsChanges() {
		this.files.application().put("before", "text");
		KernelNode node = lookUp(this.parent, "before");
		HandleId handle = open(node, OpenOptions.READ);
		this.fileSystem.rename(place("before"), place("after"));
		this.files.application().put("before", "another");
		this.fileSystem.invalidateAll();
		lookUp(this.parent, "before");
		assertThat(lookUp(this.parent, "after")).isSameAs(node);
		assertThat(this.nodes.of(find("after").key())).isSameAs(node);
		close(node, handle, false);
	}

	@Test
	void anAnswerThatIsValidForNoTimeEndsNoTrustBecauseTheKernelMayDropIt() {
		this.files.application().put("file", "0");
		KernelNode node = lookUp(this.parent, "file");
		HandleId handle = open(node, OpenOptions.READ_WRITE);
		assertThat(this.entries.attributes(node).nanos()).isZero();
		assertThat(this.nodes.doubt(node)).as("whether the kernel has to be notified").isTrue();
		assertThat(this.nodes.doubt(node)).isFalse();
		close(node, handle, true);
	}

	@Test
	void attributesOfAFileThatIsReadOnlyAreTrustedAsLongAsItsNameStandsForIt() {
		this.files.application().put("file", "0");
		KernelNode node = lookUp(this.parent, "file");
		HandleId handle = open(node, OpenOptions.READ);
		assertThat(this.entries.attributes(node).nanos()).isPositive();
		HandleId writing = open(node, OpenOptions.READ_WRITE);
		assertThat(this.entries.attributes(node).nanos()).isZero();
		close(node, writing, true);
		assertThat(this.entries.attributes(node).nanos()).isPositive();
		this.files.application().put("file", "another");
		this.fileSystem.invalidateAll();
		assertThat(this.entries.attributes(node).nanos()).isZero();
		find("file");
		assertThat(this.entries.attributes(node).nanos()).isZero();
		assertThat(this.entries.attributes(node).status().size()).isEqualTo(1);
		close(node, handle, false);
	}

	@Test
	void aFileThatIsStoredWhileAnotherProgramReadsItIsFoundByItsKeySoThatTheKernelHearsOfItsChanges() {
		Place place = place("file");
		HandleId handle = this.fileSystem.create(place, OpenOptions.READ_WRITE);
		KernelNode node = this.entries.created(this.parent, place, this.fileSystem.node(handle), true).node();
		HandleId reading = open(node, OpenOptions.READ);
		this.fileSystem.sync(handle);
		close(node, handle, true);
		assertThat(this.entries.attributes(node).nanos()).isPositive();
		assertThat(this.nodes.of(find("file").key())).isSameAs(node);
		close(node, reading, false);
	}

	@Test
	void pagesAreKeptIfProgramsHaveWrittenThroughThem() {
		this.files.application().put("file", "0");
		KernelNode node = lookUp(this.parent, "file");
		write(node, OpenOptions.READ_WRITE, "content");
		assertThat(reopen(node)).isEqualTo(new Openings.Opened(true, true, null));
	}

	@Test
	void pagesAreDroppedIfAProgramCouldWritePastThem() {
		this.files.application().put("file", "0");
		KernelNode node = lookUp(this.parent, "file");
		write(node, OpenOptions.READ_WRITE.direct(true), "content");
		assertThat(reopen(node)).isEqualTo(new Openings.Opened(false, true, null));
	}

	@Test
	void theKernelIsNotifiedOfASizeThatItHasNotWrittenItself() {
		this.files.application().put("file", "0");
		KernelNode node = lookUp(this.parent, "file");
		HandleId handle = open(node, OpenOptions.READ_WRITE);
		this.fileSystem.write(handle, 0, ByteBuffer.wrap("content".getBytes(StandardCharsets.UTF_8)));
		close(node, handle, true);
		assertThat(reopen(node)).isEqualTo(new Openings.Opened(false, false, null));
	}

	/** Each notice makes it drop an answer with the size that is in transit. */
	@Test
	void theKernelIsNotNotifiedAgainForThoseWhoOpenAFileAfterTheNotice() {
		this.files.application().put("file", "0");
		KernelNode node = lookUp(this.parent, "file");
		this.files.application().put("file", "another");
		this.fileSystem.invalidateAll();
		HandleId first = this.fileSystem.open(this.openings.openable(node, false), OpenOptions.READ);
		Openings.Opened unknown = new Openings.Opened(false, false, null);
		assertThat(this.openings.opened(node, first, OpenOptions.READ)).isEqualTo(unknown);
		assertThat(reopen(node)).as("before the notice").isEqualTo(unknown);
		this.openings.notified(node);
		assertThat(reopen(node)).as("after it").isEqualTo(new Openings.Opened(false, true, null));
		close(node, first, false);
	}

	private void write(KernelNode node, OpenOptions options, String text) {
		HandleId handle = open(node, options);
		this.openings.dropped(node);
		this.fileSystem.write(handle, 0, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
		node.written(text.length());
		this.fileSystem.sync(handle);
		close(node, handle, true);
	}

	private Openings.@Nullable Opened reopen(KernelNode node) {
		HandleId handle = this.fileSystem.open(this.openings.openable(node, false), OpenOptions.READ);
		Openings.Opened opened = this.openings.opened(node, handle, OpenOptions.READ);
		close(node, handle, false);
		return opened;
	}

	private HandleId open(KernelNode node, OpenOptions options) {
		HandleId handle = this.fileSystem.open(this.openings.openable(node, false), options);
		assertThat(this.openings.opened(node, handle, options)).isNotNull();
		return handle;
	}

	private void close(KernelNode node, HandleId handle, boolean write) {
		this.openings.released(node, write);
		this.fileSystem.release(handle);
	}

	private KernelNode lookUp(KernelNode directory, String name) {
		Place place = this.paths.place(directory, new Name(name));
		Node found = Objects.requireNonNull(this.fileSystem.lookup(place.directory(), place.name()));
		return Objects.requireNonNull(this.entries.enter(directory, place, found, true)).node();
	}

	private Node find(String name) {
		return Objects.requireNonNull(this.fileSystem.lookup(place(name).directory(), new Name(name)));
	}

	private Place place(String name) {
		return this.paths.place(this.parent, new Name(name));
	}

}
