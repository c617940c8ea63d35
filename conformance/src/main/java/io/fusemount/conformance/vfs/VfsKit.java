package io.fusemount.conformance.vfs;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeChange;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.vfs.FileStatus;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import io.fusemount.core.vfs.OpenOptions.Creation;
import io.fusemount.core.vfs.VirtualFileSystem;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The common base of the parts of the {@link VfsConformanceKit}: a fresh filesystem for
 * each test, and short methods for the operations of a program.
 */
@Timeout(600)
@ExtendWith(PartOfKit.class)
public abstract class VfsKit {

	protected static final OpenOptions WRITE = new OpenOptions(false, true, false, Creation.SHARED, false, false);

	protected static final OpenOptions APPEND = new OpenOptions(false, true, false, Creation.SHARED, true, false);

	protected static final OpenOptions OVERWRITE = new OpenOptions(false, true, true, Creation.SHARED, false, false);

	private VfsFixture fixture;

	private @Nullable VfsConformanceKit whole;

	/**
	 * Creates a fixture: one of the kit that this one is a part of, unless a test says
	 * otherwise.
	 */
	protected VfsFixture createFixture() {
		return Objects.requireNonNull(this.whole).createFixture();
	}

	void isPartOf(VfsConformanceKit kit) {
		this.whole = kit;
	}

	@BeforeEach
	void openFixture() {
		this.fixture = createFixture();
	}

	@AfterEach
	void closeFixture() {
		this.fixture.close();
	}

	protected VfsFixture fixture() {
		return this.fixture;
	}

	protected VirtualFileSystem fileSystem() {
		return this.fixture.fileSystem();
	}

	protected Application application() {
		return this.fixture.application();
	}

	/** Returns the path of the directory with the files of the tests. */
	protected String directory() {
		return this.fixture.directory();
	}

	/** Returns the place of this name in the directory. */
	protected Place at(String name) {
		return fileSystem().locate(directory() + "/" + name);
	}

	protected @Nullable Node find(String name) {
		Place place = at(name);
		return fileSystem().lookup(place.directory(), place.name());
	}

	protected Node node(String name) {
		return fileSystem().resolve(directory() + "/" + name);
	}

	protected FileStatus status(String name) {
		return fileSystem().status(node(name));
	}

	protected HandleId create(String name) {
		return fileSystem().create(at(name), OpenOptions.NEW);
	}

	protected HandleId open(String name, OpenOptions options) {
		return fileSystem().open(node(name), options);
	}

	/** {@code pwrite(2)}. */
	protected void write(HandleId handle, long position, String text) {
		ByteBuffer bytes = ByteBuffer.wrap(bytes(text));
		int length = bytes.remaining();
		assertThat(fileSystem().write(handle, position, bytes)).isEqualTo(length);
	}

	/** {@code pread(2)} of the whole file. */
	protected String read(HandleId handle) {
		return read(handle, 0, 1 << 20);
	}

	/** {@code pread(2)}. */
	protected String read(HandleId handle, long position, int length) {
		ByteBuffer target = ByteBuffer.allocate(length);
		int count = fileSystem().read(handle, position, target);
		assertThat(target.position()).as("position of the buffer").isEqualTo(count);
		return new String(target.array(), 0, count, StandardCharsets.UTF_8);
	}

	/** {@code close(2)}. */
	protected void close(HandleId handle) {
		try {
			fileSystem().flush(handle);
		}
		finally {
			fileSystem().release(handle);
		}
	}

	/** {@code echo -n text > name}. */
	protected void writeFile(String name, String text) {
		HandleId handle = (find(name) != null) ? open(name, OVERWRITE) : create(name);
		write(handle, 0, text);
		close(handle);
	}

	/** {@code cat name}. */
	protected String readFile(String name) {
		HandleId handle = open(name, OpenOptions.READ);
		try {
			return read(handle);
		}
		finally {
			close(handle);
		}
	}

	/** {@code mv source target}, where the target is not open. */
	protected void rename(String source, String target) {
		fileSystem().rename(at(source), at(target));
	}

	protected void delete(String name) {
		fileSystem().delete(at(name));
	}

	/** Returns the names in the directory, without {@code .} and {@code ..}. */
	protected List<String> list() {
		List<String> names = new ArrayList<>();
		HandleId handle = fileSystem().openDirectory(fileSystem().resolve(directory()));
		fileSystem().readDirectory(handle, 0, (name, status, next) -> names.add(name));
		fileSystem().releaseDirectory(handle);
		names.removeAll(List.of(".", ".."));
		return names;
	}

	/** Changes a file as the application does, and notifies the filesystem. */
	protected void changeBehind(String name, String text) {
		application().put(name, bytes(text));
		fileSystem().invalidate(committedKey(name));
	}

	/** Deletes a file as the application does, and notifies the filesystem. */
	protected void removeBehind(String name) {
		NodeKey key = committedKey(name);
		application().remove(name);
		fileSystem().invalidate(new NodeChange(key, null, true));
	}

	protected NodeKey committedKey(String name) {
		NodeKey key = application().key(name);
		assertThat(key).as("a committed file '%s'", name).isNotNull();
		return key;
	}

	/**
	 * Returns the committed content under this name, or {@code null} if there is none.
	 */
	protected @Nullable String committed(String name) {
		byte[] content = application().content(name);
		return (content != null) ? new String(content, StandardCharsets.UTF_8) : null;
	}

	protected static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	public static void assertErrno(ThrowingCallable call, Errno... expected) {
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(call)
			.satisfies((failure) -> assertThat(failure.errno()).as(failure.getMessage()).isIn((Object[]) expected));
	}

}
