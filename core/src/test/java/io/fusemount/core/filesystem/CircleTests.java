package io.fusemount.core.filesystem;

import java.util.ArrayList;
import java.util.List;

import io.fusemount.conformance.memory.InMemoryApplication;
import io.fusemount.conformance.memory.InMemoryDirectory;
import io.fusemount.conformance.vfs.InMemoryOwner;
import io.fusemount.conformance.vfs.NodeFileSystemFixture;
import io.fusemount.conformance.vfs.VfsFixture;
import io.fusemount.conformance.vfs.VfsKit;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Place;
import io.fusemount.core.supervision.Supervision;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Directories that the application has moved into each other, while programs are there.
 */
@Timeout(60)
class CircleTests extends VfsKit {

	private final InMemoryDirectory files = new InMemoryDirectory("files").nested();

	private Directory a;

	private Directory b;

	@Override
	protected VfsFixture createFixture() {
		return new NodeFileSystemFixture(this.files, new InMemoryOwner(this.files));
	}

	/** Programs that are in them see each in the other one. */
	@BeforeEach
	void makeACircle() {
		InMemoryApplication rows = this.files.application();
		InMemoryApplication inA = rows.directory("a");
		InMemoryApplication inB = rows.directory("b");
		rows.directory("c");
		this.a = (Directory) node("a");
		this.b = (Directory) node("b");
		rows.moveUnchecked("a", inB, "a");
		rows.moveUnchecked("b", inA, "b");
		assertThat(list(this.a)).contains("b");
		assertThat(list(this.b)).contains("a");
		assertThat(fileSystem().lookup(this.a, new Name("b"))).isNotNull();
		assertThat(fileSystem().lookup(this.b, new Name("a"))).isNotNull();
	}

	private List<String> list(Directory directory) {
		List<String> names = new ArrayList<>();
		HandleId handle = fileSystem().openDirectory(directory);
		fileSystem().readDirectory(handle, 0, (name, status, next) -> names.add(name));
		fileSystem().releaseDirectory(handle);
		return names;
	}

	@Test
	void nothingIsMovedIntoItself() {
		Place source = new Place(this.a, new Name("b"));
		assertErrno(() -> fileSystem().rename(source, new Place(this.b, new Name("new"))), Errno.EINVAL, Errno.EPERM);
	}

	@Test
	void anotherDirectoryMovesThere() {
		fileSystem().rename(at("c"), new Place(this.a, new Name("c")));
		assertThat(list(this.a)).contains("b", "c");
	}

	@Test
	void oneThatIsEmptyIsRemoved() {
		fileSystem().createDirectory(new Place(this.a, new Name("new")));
		fileSystem().deleteDirectory(new Place(this.a, new Name("new")));
		assertErrno(() -> fileSystem().deleteDirectory(new Place(this.a, new Name("b"))), Errno.ENOTEMPTY);
	}

	@Test
	void whatIsOpenThereHasAPath() {
		HandleId handle = fileSystem().create(new Place(this.a, new Name("file")), OpenOptions.NEW);
		write(handle, 0, "text");
		Supervision supervision = fileSystem().supervision();
		assertThat(supervision.handles(10).toString()).contains("/.../", "/file");
		assertThat(supervision.unstored(10).toString()).contains("/.../", "/file");
		application().failNextCommit(Errno.EIO);
		assertErrno(() -> fileSystem().flush(handle), Errno.EIO);
		close(handle);
		assertThat(list(this.a)).contains("file");
	}

}
