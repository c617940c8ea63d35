package io.fusemount.conformance.vfs;

import java.time.Instant;
import java.util.Objects;

import io.fusemount.conformance.memory.Call;
import io.fusemount.conformance.memory.InMemoryApplication;
import io.fusemount.conformance.memory.InMemoryDirectory;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeChange;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.vfs.HandleId;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Directories that hold files of more than one kind, and others that are there for as
 * long as their parent is.
 */
class MixedDirectoryTests extends VfsKit {

	/** A file whose name ends with {@code .b} is of another kind than all others. */
	static class Mixed extends InMemoryDirectory {

		Mixed() {
			super("files");
			nested();
		}

		@Override
		public RegularFile rename(RegularFile source, Name target, @Nullable RegularFile replaced) {
			Name before = Objects.requireNonNull(application().name(source.key()));
			if (before.value().endsWith(".b") != target.value().endsWith(".b")) {
				throw new ErrnoException(Errno.EXDEV, "It is of another kind");
			}
			return super.rename(source, target, replaced);
		}

	}

	private final Mixed files = new Mixed();

	@Override
	VfsFixture createFixture() {
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
		writeFile("old.b", "old");
		NodeKey key = committedKey("old.b");
		rename("new", "old.b");
		assertThat(committedKey("old.b")).isEqualTo(key);
		assertThat(committed("old.b")).isEqualTo("new");
		assertThat(rows().names()).containsExactly("old.b");
		assertThat(list()).containsExactly("old.b");
		assertThat(readFile("old.b")).isEqualTo("new");
	}

	@Test
	void aFileThatIsOpenGivesItsContentToOneOfAnotherKind() {
		writeFile("new", "new");
		writeFile("old.b", "old");
		NodeKey key = committedKey("old.b");
		HandleId handle = open("new", WRITE);
		write(handle, 3, "er");
		HandleId old = open("old.b", WRITE);
		rename("new", "old.b");
		write(handle, 5, " still");
		close(handle);
		assertThat(read(old)).isEqualTo("old");
		close(old);
		assertThat(committedKey("old.b")).isEqualTo(key);
		assertThat(committed("old.b")).isEqualTo("newer still");
		assertThat(rows().names()).containsExactly("old.b");
	}

	@Test
	void aSavedFileTakesTheRowOfAnotherKind() {
		writeFile("old.b", "old");
		NodeKey key = committedKey("old.b");
		writeFile("new", "new");
		rename("old.b", "old.b~");
		rename("new", "old.b");
		assertThat(committedKey("old.b")).isEqualTo(key);
		assertThat(committed("old.b")).isEqualTo("new");
		assertThat(readFile("old.b~")).isEqualTo("old");
		assertThat(rows().names()).containsExactly("old.b");
	}

	@Test
	void aFreeNameOfAnotherKindIsLeftToCopies() {
		writeFile("new", "new");
		assertErrno(() -> rename("new", "new.b"), Errno.EXDEV);
		assertThat(readFile("new")).isEqualTo("new");
	}

	@Test
	void whatCannotBeDeletedAfterwardsIsThereTwice() {
		writeFile("new", "new");
		writeFile("old.b", "old");
		this.files.troubles().failNext(Call.DELETE, Errno.EBUSY);
		assertErrno(() -> rename("new", "old.b"), Errno.EBUSY);
		assertThat(readFile("new")).isEqualTo("new");
		assertThat(readFile("old.b")).isEqualTo("new");
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
