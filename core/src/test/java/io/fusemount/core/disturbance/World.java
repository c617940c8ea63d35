package io.fusemount.core.disturbance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.fusemount.conformance.memory.CallListener;
import io.fusemount.conformance.memory.InMemoryApplication;
import io.fusemount.conformance.memory.InMemoryDirectory;
import io.fusemount.conformance.memory.MixedDirectory;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.filesystem.FileSystemSpool;
import io.fusemount.core.filesystem.NodeFileSystem;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
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
import org.jspecify.annotations.Nullable;

/**
 * A filesystem over rows in memory, and the programs that have something open in it:
 * {@code files} with files of two kinds and directories, {@code other}, and
 * {@code fixed}, which takes no new files.
 */
final class World implements AutoCloseable {

	private static final OpenOptions OVERWRITE = new OpenOptions(true, true, true, OpenOptions.Creation.SHARED, false,
			false);

	private final Map<String, InMemoryDirectory> directories = new LinkedHashMap<>();

	private final Path spool;

	private final NodeFileSystem fileSystem;

	private final Map<HandleId, String> readers = new ConcurrentHashMap<>();

	private final List<HandleId> writers = new CopyOnWriteArrayList<>();

	private final Map<String, String> acknowledged = new ConcurrentHashMap<>();

	private final Set<String> replaced = ConcurrentHashMap.newKeySet();

	World(Path spool) {
		this(spool, Map.of("files", new MixedDirectory("files"), "other", new InMemoryDirectory("other"), "fixed",
				new InMemoryDirectory("fixed").refusingNewFiles("A customer is missing")));
	}

	private World(Path spool, Map<String, InMemoryDirectory> directories) {
		this.directories.putAll(directories);
		this.spool = spool;
		this.fileSystem = open();
	}

	/** Returns the world as it is found after a kill at this moment. */
	World killed(Path copy) {
		try {
			Files.createDirectories(copy);
			try (Stream<Path> paths = Files.list(this.spool)) {
				for (Path path : paths.filter(Files::isRegularFile).toList()) {
					Files.copy(path, copy.resolve(path.getFileName()));
				}
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		Map<String, InMemoryDirectory> copies = new LinkedHashMap<>();
		this.directories.forEach((name, rows) -> copies.put(name, rows.copy()));
		return new World(copy, copies);
	}

	/** Returns the world as it is found by the next process. */
	World restarted() {
		return new World(this.spool, this.directories);
	}

	private NodeFileSystem open() {
		try {
			return NodeFileSystem.create(VirtualDirectory.root(new LinkedHashMap<>(this.directories), Instant.EPOCH),
					new FileSystemSettings(0, 0, 022, false, PermissionChanges.IGNORE, Duration.ofHours(1), 100,
							new ScratchSettings(ScratchSettings.defaults().names(), Duration.ofHours(1))),
					FileSystemSpool.open(this.spool), new OperationListener() {
					});
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	NodeFileSystem fileSystem() {
		return this.fileSystem;
	}

	void listen(CallListener listener) {
		this.directories.values().forEach((rows) -> rows.troubles().listen(listener));
	}

	/** The application stores a file. */
	void put(String path, String text) {
		rows(path).put(name(path), text);
	}

	/** The application changes a file behind the filesystem's back, and reports it. */
	void change(String path, String text) {
		replace(stored().get(path));
		put(path, text);
		acknowledge(path, text);
		this.fileSystem.invalidate(Objects.requireNonNull(key(path)));
	}

	/** The application deletes a file, and reports it. */
	void remove(String path) {
		NodeKey key = key(path);
		replace(stored().get(path));
		rows(path).remove(name(path));
		if (key != null) {
			this.fileSystem.invalidate(key);
		}
	}

	@Nullable NodeKey key(String path) {
		return rows(path).key(name(path));
	}

	private InMemoryApplication rows(String path) {
		String[] names = path.split("/");
		InMemoryApplication rows = Objects.requireNonNull(this.directories.get(names[0])).application();
		for (int i = 1; i < names.length - 1; i++) {
			rows = rows.directory(names[i]);
		}
		return rows;
	}

	private static String name(String path) {
		return path.substring(path.lastIndexOf('/') + 1);
	}

	/** A program opens a file and keeps it open to read it. */
	void reader(String path, String text) {
		this.readers.put(this.fileSystem.open(node(path), OpenOptions.READ), text);
	}

	/** A program writes a file and keeps it open. */
	HandleId writer(String path, String text) {
		HandleId handle = this.fileSystem.open(node(path), OVERWRITE);
		write(handle, text);
		return handle;
	}

	/** A program creates a file and keeps it open. */
	HandleId creator(String path, String text) {
		HandleId handle = this.fileSystem.create(at(path), OpenOptions.READ_WRITE);
		write(handle, text);
		return handle;
	}

	private void write(HandleId handle, String text) {
		this.writers.add(handle);
		this.fileSystem.write(handle, 0, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
	}

	/** A program writes a new file. */
	void create(String path, String text) {
		close(creator(path, text));
	}

	void close(HandleId handle) {
		try {
			this.fileSystem.flush(handle);
		}
		finally {
			this.writers.remove(handle);
			this.fileSystem.release(handle);
		}
	}

	/** {@code fsync(2)} of a directory. */
	void synchronise(String path) {
		HandleId directory = this.fileSystem.openDirectory(node(path));
		try {
			this.fileSystem.syncDirectory(directory);
		}
		finally {
			this.fileSystem.releaseDirectory(directory);
		}
	}

	void rename(String source, String target) {
		this.fileSystem.rename(at(source), at(target));
	}

	void delete(String path) {
		this.fileSystem.delete(at(path));
	}

	/** A text has been stored by somebody else. */
	void acknowledge(String path, String text) {
		this.acknowledged.put(path, text);
	}

	/** A text is replaced by somebody else. */
	void replace(@Nullable String text) {
		if (text != null) {
			this.replaced.add(text);
		}
	}

	Set<String> replaced() {
		return this.replaced;
	}

	Map<String, String> acknowledged() {
		return this.acknowledged;
	}

	/** Everybody closes, or as the case may be is told that it was in vain. */
	void closeAll() {
		for (HandleId handle : List.copyOf(this.writers)) {
			try {
				close(handle);
			}
			catch (ErrnoException ex) {
				// That is what programs are told.
			}
		}
		this.readers.keySet().forEach(this.fileSystem::release);
		this.readers.clear();
	}

	/** Returns what readers see that is not what they have opened. */
	List<String> misread() {
		List<String> wrong = new ArrayList<>();
		this.readers.forEach((handle, expected) -> {
			try {
				String read = read(handle);
				if (!read.equals(expected)) {
					wrong.add("'" + read + "' in place of '" + expected + "'");
				}
			}
			catch (ErrnoException ex) {
				if (ex.errno() != Errno.ESTALE && ex.errno() != Errno.EBADF) {
					wrong.add(ex + " in place of '" + expected + "'");
				}
			}
		});
		return wrong;
	}

	private String read(HandleId handle) {
		ByteBuffer target = ByteBuffer.allocate(100);
		this.fileSystem.read(handle, 0, target);
		return StandardCharsets.UTF_8.decode(target.flip()).toString();
	}

	Node node(String path) {
		return this.fileSystem.resolve("/" + path);
	}

	Place at(String path) {
		return this.fileSystem.locate("/" + path);
	}

	/** Returns all that programs see: paths and texts. */
	Map<String, String> view() {
		Map<String, String> view = new TreeMap<>();
		this.directories.keySet().forEach((name) -> look(name, view));
		return view;
	}

	private void look(String path, Map<String, String> view) {
		List<String> names = new ArrayList<>();
		HandleId listing = this.fileSystem.openDirectory(node(path));
		this.fileSystem.readDirectory(listing, 0, (name, status, next) -> names.add(name));
		this.fileSystem.releaseDirectory(listing);
		for (String name : names.stream().filter((each) -> !each.equals(".") && !each.equals("..")).toList()) {
			String inner = path + "/" + name;
			Node node = this.fileSystem.lookup((Directory) node(path), new Name(name));
			if (node instanceof Directory) {
				look(inner, view);
			}
			else {
				view.put(inner, (node != null) ? content(node) : "is listed and not found");
			}
		}
	}

	private String content(Node node) {
		HandleId handle = this.fileSystem.open(node, OpenOptions.READ);
		try {
			String read = read(handle);
			long size = this.fileSystem.status(node).size();
			return (size == read.length()) ? read : read + ", with a size of " + size;
		}
		finally {
			this.fileSystem.flush(handle);
			this.fileSystem.release(handle);
		}
	}

	/** Returns all that the application sees: paths and texts. */
	Map<String, String> stored() {
		Map<String, String> stored = new TreeMap<>();
		this.directories.forEach((name, rows) -> stored(name, rows.application(), stored));
		return stored;
	}

	private void stored(String path, InMemoryApplication rows, Map<String, String> stored) {
		for (String name : rows.names()) {
			if (rows.isDirectory(name)) {
				stored(path + "/" + name, rows.directory(name), stored);
			}
			else {
				stored.put(path + "/" + name,
						new String(Objects.requireNonNull(rows.content(name)), StandardCharsets.UTF_8));
			}
		}
	}

	/** Returns the texts that are kept among what could not be stored. */
	Set<String> unsaved() {
		Path unsaved = this.spool.resolve("unsaved");
		if (!Files.isDirectory(unsaved)) {
			return Set.of();
		}
		try (Stream<Path> paths = Files.walk(unsaved)) {
			return paths.filter(Files::isRegularFile).map(World::text).collect(Collectors.toSet());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static String text(Path file) {
		try {
			return Files.readString(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void close() {
		this.fileSystem.close();
	}

}
