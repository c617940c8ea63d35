package io.fusemount.conformance.rights;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.Place;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.vfs.FileStatus;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import io.fusemount.core.vfs.OpenOptions.Creation;
import io.fusemount.core.vfs.VirtualFileSystem;
import org.jspecify.annotations.Nullable;

/**
 * A user at work: short methods for the operations of the user's programs in the
 * directory under test.
 */
final class Desk {

	static final OpenOptions OVERWRITE = new OpenOptions(false, true, true, Creation.SHARED, false, false);

	private final @Nullable User user;

	private final VirtualFileSystem fileSystem;

	private final String directory;

	/**
	 * Creates a desk.
	 * @param user who sits there, {@code null} for the service itself
	 */
	Desk(@Nullable User user, VirtualFileSystem fileSystem, String directory) {
		this.user = user;
		this.fileSystem = fileSystem;
		this.directory = directory;
	}

	/** Does any work on behalf of the user. */
	<T extends @Nullable Object> T does(Supplier<T> work) {
		return (this.user != null) ? Caller.as(this.user.caller(), work) : work.get();
	}

	private void runs(Runnable work) {
		does(() -> {
			work.run();
			return null;
		});
	}

	private Place at(String name) {
		return this.fileSystem.locate(this.directory + "/" + name);
	}

	/** {@code lookup}, without the rest of a path. */
	@Nullable Node find(String name) {
		return does(() -> this.fileSystem.lookup((Directory) this.fileSystem.resolve(this.directory), new Name(name)));
	}

	Node node(String path) {
		return does(() -> this.fileSystem.resolve(this.directory + "/" + path));
	}

	/** {@code stat}. */
	FileStatus status(String path) {
		return does(() -> this.fileSystem.status(this.fileSystem.resolve(this.directory + "/" + path)));
	}

	/** {@code stat} of the directory under test. */
	FileStatus status() {
		return does(() -> this.fileSystem.status(this.fileSystem.resolve(this.directory)));
	}

	HandleId open(String path, OpenOptions options) {
		return does(() -> this.fileSystem.open(this.fileSystem.resolve(this.directory + "/" + path), options));
	}

	HandleId open(Node node, OpenOptions options) {
		return does(() -> this.fileSystem.open(node, options));
	}

	HandleId create(String path) {
		return create(path, OpenOptions.NEW);
	}

	HandleId create(String path, OpenOptions options) {
		return does(() -> this.fileSystem.create(at(path), options));
	}

	/** {@code mknod}. */
	void createEmpty(String path) {
		runs(() -> this.fileSystem.createEmpty(at(path)));
	}

	void write(HandleId handle, String text) {
		write(handle, 0, text);
	}

	void write(HandleId handle, long position, String text) {
		runs(() -> this.fileSystem.write(handle, position, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8))));
	}

	String read(HandleId handle) {
		ByteBuffer target = ByteBuffer.allocate(1 << 16);
		int count = does(() -> this.fileSystem.read(handle, 0, target));
		return new String(target.array(), 0, count, StandardCharsets.UTF_8);
	}

	void close(HandleId handle) {
		runs(() -> {
			try {
				this.fileSystem.flush(handle);
			}
			finally {
				this.fileSystem.release(handle);
			}
		});
	}

	/** {@code cat}. */
	String cat(String path) {
		HandleId handle = open(path, OpenOptions.READ);
		try {
			return read(handle);
		}
		finally {
			close(handle);
		}
	}

	/** {@code echo -n text > path}, where a shell asks first whether the file exists. */
	void echo(String text, String path) {
		HandleId handle = exists(path) ? open(path, OVERWRITE) : create(path);
		write(handle, text);
		close(handle);
	}

	boolean exists(String path) {
		return does(() -> {
			Place place = at(path);
			return this.fileSystem.lookup(place.directory(), place.name()) != null;
		});
	}

	void rename(String source, String target) {
		runs(() -> this.fileSystem.rename(at(source), at(target)));
	}

	void delete(String path) {
		runs(() -> this.fileSystem.delete(at(path)));
	}

	void makeDirectory(String path) {
		runs(() -> this.fileSystem.createDirectory(at(path)));
	}

	void deleteDirectory(String path) {
		runs(() -> this.fileSystem.deleteDirectory(at(path)));
	}

	void truncate(String path, long size) {
		runs(() -> this.fileSystem.truncate(this.fileSystem.resolve(this.directory + "/" + path), size));
	}

	void setModified(String path, Instant time) {
		runs(() -> this.fileSystem.setModified(this.fileSystem.resolve(this.directory + "/" + path), time));
	}

	/** {@code ls}, sorted, without {@code .} and {@code ..}. */
	List<String> list() {
		return list("");
	}

	/** {@code ls} of a directory in the one under test. */
	List<String> list(String path) {
		HandleId handle = openDirectory(path);
		try {
			return entries(handle, 0, Integer.MAX_VALUE).stream()
				.map(Entry::name)
				.filter((name) -> !name.equals(".") && !name.equals(".."))
				.sorted()
				.toList();
		}
		finally {
			releaseDirectory(handle);
		}
	}

	HandleId openDirectory(String path) {
		return does(() -> this.fileSystem
			.openDirectory(this.fileSystem.resolve(this.directory + (path.isEmpty() ? "" : "/" + path))));
	}

	void releaseDirectory(HandleId handle) {
		runs(() -> this.fileSystem.releaseDirectory(handle));
	}

	/** {@code readdir} from an offset on. */
	List<Entry> entries(HandleId handle, long offset, int limit) {
		List<Entry> entries = new ArrayList<>();
		runs(() -> this.fileSystem.readDirectory(handle, offset, (name, status, next) -> {
			if (entries.size() >= limit) {
				return false;
			}
			entries.add(new Entry(name, Objects.requireNonNull(status), next));
			return true;
		}));
		return entries;
	}

	/**
	 * What a listing says.
	 *
	 * @param next the offset of the entry after it
	 */
	record Entry(String name, FileStatus status, long next) {

	}

}
