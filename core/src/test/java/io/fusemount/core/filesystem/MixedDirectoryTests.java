package io.fusemount.core.filesystem;

import java.time.Instant;
import java.util.Objects;

import io.fusemount.conformance.memory.Call;
import io.fusemount.conformance.memory.InMemoryApplication;
import io.fusemount.conformance.memory.InMemoryDirectory;
import io.fusemount.conformance.memory.MixedDirectory;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.conformance.vfs.InMemoryOwner;
import io.fusemount.conformance.vfs.NodeFileSystemFixture;
import io.fusemount.conformance.vfs.VfsFixture;
import io.fusemount.conformance.vfs.VfsKit;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeChange;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.vfs.HandleId;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Directories that hold files of more than one kind, and others that are there for as
 * long as their parent is.
 */
class MixedDirectoryTests extends VfsKit {

	private final MixedDirectory files = new MixedDirectory("files");

	@Override
	protected VfsFixture createFixture() {
		return new NodeFileSystemFixture(this.files, new InMemoryOwner(this.files));
	}

	private InMemoryApplication rows() {
		return this.files.application();
	}

	private Instant time(String name) {
		return fileSystem().status(fileSystem().resolve(directory() + name)).modified();
	}

	@Test
	@Semantics("A file that is renamed onto a file of another kind in its directory passes its content and times to "
			+ "that file, which keeps its row, and is itself deleted.")
	void aFileGivesItsContentToOneOfAnotherKind() {
		writeFile("new", "new");
		writeFile("old.kind", "old");
		NodeKey key = committedKey("old.kind");
		rename("new", "old.kind");
		assertThat(committedKey("old.kind")).isEqualTo(key);
		assertThat(committed("old.kind")).isEqualTo("new");
		assertThat(rows().names()).containsExactly("old.kind");
		assertThat(list()).containsExactly("old.kind");
		assertThat(readFile("old.kind")).isEqualTo("new");
	}

	@Test
	void aFileThatIsOpenGivesItsContentToOneOfAnotherKind() {
		writeFile("new", "new");
		writeFile("old.kind", "old");
		NodeKey key = committedKey("old.kind");
		HandleId handle = open("new", WRITE);
		write(handle, 3, "er");
		HandleId old = open("old.kind", WRITE);
		rename("new", "old.kind");
		write(handle, 5, " still");
		close(handle);
		assertThat(read(old)).isEqualTo("old");
		close(old);
		assertThat(committedKey("old.kind")).isEqualTo(key);
		assertThat(committed("old.kind")).isEqualTo("newer still");
		assertThat(rows().names()).containsExactly("old.kind");
	}

	@Test
	void aSavedFileTakesTheRowOfAnotherKind() {
		writeFile("old.kind", "old");
		NodeKey key = committedKey("old.kind");
		writeFile("new", "new");
		rename("old.kind", "old.kind~");
		rename("new", "old.kind");
		assertThat(committedKey("old.kind")).isEqualTo(key);
		assertThat(committed("old.kind")).isEqualTo("new");
		assertThat(readFile("old.kind~")).isEqualTo("old");
		assertThat(rows().names()).containsExactly("old.kind");
	}

	@Test
	void aFreeNameOfAnotherKindIsLeftToCopies() {
		writeFile("new", "new");
		assertErrno(() -> rename("new", "new.kind"), Errno.EXDEV);
		assertThat(readFile("new")).isEqualTo("new");
	}

	@Test
	void whatCannotBeDeletedAfterwardsIsThereTwice() {
		writeFile("new", "new");
		writeFile("old.kind", "old");
		this.files.troubles().failNext(Call.DELETE, Errno.EBUSY);
		assertErrno(() -> rename("new", "old.kind"), Errno.EBUSY);
		assertThat(readFile("new")).isEqualTo("new");
		assertThat(readFile("old.kind")).isEqualTo("new");
	}

	@Test
	@Semantics("A directory that exists as long as its parent does can neither be removed nor renamed: EPERM.")
	void aFixedDirectoryStays() {
		rows().directory("customer").addFixed("invoices");
		rows().directory("other");
		assertErrno(() -> fileSystem().deleteDirectory(at("customer/invoices")), Errno.EPERM);
		assertErrno(() -> rename("customer/invoices", "customer/bills"), Errno.EPERM);
		assertErrno(() -> rename("other", "customer/invoices"), Errno.EPERM);
		assertErrno(() -> fileSystem().createDirectory(at("customer/invoices")), Errno.EEXIST);
		assertThat(rows().directory("customer").names()).containsExactly("invoices");
	}

	@Test
	@Semantics("Such a directory does not prevent its parent from being removed or replaced if it is empty.")
	void anEmptyFixedDirectoryGoesWithItsParent() {
		rows().directory("customer").addFixed("invoices");
		rows().directory("customer").directory("invoices").addFixed("drafts");
		writeFile("customer/invoices/drafts/file", "text");
		assertErrno(() -> fileSystem().deleteDirectory(at("customer")), Errno.ENOTEMPTY);
		rows().directory("customer").directory("invoices").directory("drafts").remove("file");
		fileSystem().invalidateAll();
		HandleId local = create("customer/invoices/new");
		assertErrno(() -> fileSystem().deleteDirectory(at("customer")), Errno.ENOTEMPTY);
		fileSystem().delete(at("customer/invoices/new"));
		close(local);
		fileSystem().deleteDirectory(at("customer"));
		assertThat(rows().names()).isEmpty();
		rows().directory("customer").addFixed("invoices");
		rows().directory("other");
		fileSystem().invalidateAll();
		rename("other", "customer");
		assertThat(rows().names()).containsExactly("customer");
		assertThat(rows().directory("customer").names()).isEmpty();
	}

	@Test
	@Semantics("When the application changes something in a directory and its source of files says where, only the "
			+ "time of that directory changes, and the time of the directory in which the file was found before.")
	void newsMoveTheTimeOfTheirDirectoryOnly() {
		for (String name : new String[] { "a", "b", "c" }) {
			rows().directory(name).put("file", "text");
			list(name);
		}
		Instant a = time("/a");
		Instant b = time("/b");
		Instant c = time("/c");
		rows().directory("a").put("new", "text");
		fileSystem().invalidate(new NodeChange(Objects.requireNonNull(rows().directory("a").key("new")),
				Objects.requireNonNull(rows().key("a"))));
		assertThat(time("/a")).isAfter(a);
		assertThat(time("/b")).isEqualTo(b);
		a = time("/a");
		rows().directory("a").move("file", rows().directory("b"), "moved");
		fileSystem().invalidate(new NodeChange(Objects.requireNonNull(rows().directory("b").key("moved")),
				Objects.requireNonNull(rows().key("b"))));
		assertThat(time("/a")).isAfter(a);
		assertThat(time("/b")).isAfter(b);
		assertThat(time("/c")).isEqualTo(c);
		assertThat(find("a/file")).isNull();
	}

	private void list(String name) {
		HandleId handle = fileSystem().openDirectory(node(name));
		fileSystem().readDirectory(handle, 0, (entry, status, next) -> true);
		fileSystem().releaseDirectory(handle);
	}

	@Test
	void whetherSomethingIsTakenDependsOnWhatItIs() {
		Directory choosy = new InMemoryDirectory("choosy") {

			@Override
			public boolean takesFrom(Directory other, @Nullable Node node) {
				return node instanceof Directory;
			}

		};
		InMemoryDirectory outer = new InMemoryDirectory("files");
		try (NodeFileSystemFixture fixture = new NodeFileSystemFixture(choosy, new InMemoryOwner(outer))) {
			var files = fixture.fileSystem();
			assertErrno(() -> files.rename(files.locate("/archive/old.txt"), files.locate("/files/old.txt")),
					Errno.EXDEV);
			assertErrno(() -> files.rename(files.locate("/archive"), files.locate("/files/archive")), Errno.EPERM);
		}
	}

}
