package io.fusemount.conformance.model;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.fusemount.conformance.vfs.Application;
import io.fusemount.conformance.vfs.VfsFixture;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.operation.Allocation;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import io.fusemount.core.vfs.OpenOptions.Creation;
import io.fusemount.core.vfs.VirtualFileSystem;
import org.jspecify.annotations.Nullable;

/**
 * The filesystem under test.
 */
final class FilesOfFileSystem implements ModelledFiles {

	private final VfsFixture fixture;

	private VirtualFileSystem fileSystem;

	private final Map<Integer, HandleId> slots = new HashMap<>();

	FilesOfFileSystem(VfsFixture fixture) {
		this.fixture = fixture;
		this.fileSystem = fixture.fileSystem();
	}

	@Override
	public void create(int slot, String name) {
		HandleId handle = this.fileSystem.create(at(name), OpenOptions.NEW);
		this.slots.put(slot, handle);
	}

	@Override
	public void open(int slot, String name, boolean truncate) {
		OpenOptions options = new OpenOptions(true, true, truncate, Creation.SHARED, false, false);
		HandleId handle = this.fileSystem.open(this.fileSystem.resolve(path(name)), options);
		this.slots.put(slot, handle);
	}

	@Override
	public void createEmpty(String name) {
		this.fileSystem.createEmpty(at(name));
	}

	@Override
	public void allocate(int slot, Allocation allocation, int position, int length) {
		this.fileSystem.allocate(handle(slot), allocation, position, length);
	}

	@Override
	public void changeBehind(String name, byte[] bytes) {
		sync();
		Application application = this.fixture.application();
		application.put(name, bytes);
		this.fileSystem.invalidate(Objects.requireNonNull(application.key(name)));
	}

	@Override
	public void removeBehind(String name) {
		sync();
		Application application = this.fixture.application();
		NodeKey key = application.key(name);
		if (key == null) {
			throw new ErrnoException(Errno.ENOENT, "No row");
		}
		application.remove(name);
		this.fileSystem.invalidate(key);
	}

	@Override
	public void restart() {
		List.copyOf(this.slots.keySet()).forEach(this::close);
		sync();
		this.fileSystem = this.fixture.restarted();
	}

	/**
	 * Calls {@code fsync(2)} on the directory: renames are then visible to the
	 * application, too.
	 */
	private void sync() {
		sync("");
	}

	private void sync(String path) {
		HandleId directory = this.fileSystem.openDirectory(this.fileSystem.resolve(path(path)));
		this.fileSystem.syncDirectory(directory);
		this.fileSystem.releaseDirectory(directory);
		in(path).stream().filter(this::isDirectory).forEach(this::sync);
	}

	@Override
	public void write(int slot, int position, byte[] bytes) {
		this.fileSystem.write(handle(slot), position, ByteBuffer.wrap(bytes));
	}

	@Override
	public byte[] read(int slot, int position, int length) {
		ByteBuffer target = ByteBuffer.allocate(length);
		int count = this.fileSystem.read(handle(slot), position, target);
		return Arrays.copyOf(target.array(), count);
	}

	@Override
	public void truncate(int slot, int size) {
		this.fileSystem.truncate(handle(slot), size);
	}

	@Override
	public void truncate(String name, int size) {
		this.fileSystem.truncate(this.fileSystem.resolve(path(name)), size);
	}

	@Override
	public long size(int slot) {
		return this.fileSystem.status(handle(slot)).size();
	}

	@Override
	public long size(String name) {
		return this.fileSystem.status(this.fileSystem.resolve(path(name))).size();
	}

	@Override
	public void sync(int slot) {
		this.fileSystem.sync(handle(slot));
	}

	@Override
	public void close(int slot) {
		HandleId handle = handle(slot);
		this.fileSystem.flush(handle);
		this.fileSystem.release(handle);
		this.slots.remove(slot);
	}

	@Override
	public void rename(String source, String target) {
		this.fileSystem.rename(at(source), at(target));
	}

	@Override
	public void delete(String name) {
		this.fileSystem.delete(at(name));
	}

	@Override
	public void makeDirectory(String path) {
		this.fileSystem.createDirectory(at(path));
	}

	@Override
	public void removeDirectory(String path) {
		this.fileSystem.deleteDirectory(at(path));
	}

	@Override
	public void renameDirectory(String source, String target) {
		this.fileSystem.rename(at(source), at(target));
	}

	@Override
	public List<String> list() {
		return list("").stream().sorted().toList();
	}

	private List<String> list(String directory) {
		List<String> files = new ArrayList<>();
		for (String path : in(directory)) {
			if (isDirectory(path)) {
				files.addAll(list(path));
			}
			else {
				files.add(path);
			}
		}
		return files;
	}

	private boolean isDirectory(String path) {
		return this.fileSystem.resolve(path(path)) instanceof Directory;
	}

	/** Returns the paths of the entries of a directory. */
	private List<String> in(String directory) {
		List<String> names = new ArrayList<>();
		HandleId handle = this.fileSystem.openDirectory(this.fileSystem.resolve(path(directory)));
		this.fileSystem.readDirectory(handle, 0, (name, status, next) -> names.add(name));
		this.fileSystem.releaseDirectory(handle);
		names.removeAll(List.of(".", ".."));
		return names.stream().map((name) -> directory.isEmpty() ? name : directory + "/" + name).toList();
	}

	private HandleId handle(int slot) {
		HandleId handle = this.slots.get(slot);
		if (handle == null) {
			throw new ErrnoException(Errno.EBADF, "Nothing is open in slot " + slot);
		}
		return handle;
	}

	private Place at(String name) {
		return this.fileSystem.locate(path(name));
	}

	private static String path(String name) {
		return "/files/" + name;
	}

}
