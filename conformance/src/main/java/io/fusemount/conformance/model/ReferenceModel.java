package io.fusemount.conformance.model;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.operation.Allocation;
import org.jspecify.annotations.Nullable;

/**
 * The model: names in a map, bytes in arrays, without a cache and without commits.
 */
final class ReferenceModel implements ModelledFiles {

	private static final class File {

		private byte[] content = new byte[0];

	}

	private final Set<String> directories = new TreeSet<>();

	private final Map<String, File> names = new TreeMap<>();

	private final Map<Integer, File> slots = new HashMap<>();

	boolean isFree(int slot) {
		return !this.slots.containsKey(slot);
	}

	/** Whether the file is open; a change by the application would then be a conflict. */
	boolean isOpen(String name) {
		File file = this.names.get(name);
		return file != null && this.slots.containsValue(file);
	}

	boolean hasDirectoryOf(String name) {
		return isDirectory(directoryOf(name));
	}

	private boolean isDirectory(String path) {
		return path.isEmpty() || this.directories.contains(path);
	}

	private static String directoryOf(String path) {
		return path.substring(0, Math.max(0, path.lastIndexOf('/')));
	}

	private void requireDirectoryOf(String path) {
		if (!hasDirectoryOf(path)) {
			throw new ErrnoException(Errno.ENOENT, path);
		}
	}

	@Override
	public void makeDirectory(String path) {
		requireDirectoryOf(path);
		if (!this.directories.add(path)) {
			throw new ErrnoException(Errno.EEXIST, path);
		}
	}

	@Override
	public void removeDirectory(String path) {
		requireDirectory(path);
		requireEmpty(path);
		this.directories.remove(path);
	}

	@Override
	public void renameDirectory(String source, String target) {
		requireDirectory(source);
		requireDirectoryOf(target);
		if (target.startsWith(source + "/")) {
			throw new ErrnoException(Errno.EPERM, target);
		}
		if (source.equals(target)) {
			return;
		}
		if (isDirectory(target)) {
			removeDirectory(target);
		}
		for (String directory : List.copyOf(this.directories)) {
			if (isWithin(directory, source)) {
				this.directories.remove(directory);
				this.directories.add(moved(directory, source, target));
			}
		}
		for (String name : List.copyOf(this.names.keySet())) {
			if (isWithin(directoryOf(name), source)) {
				File file = named(name);
				this.names.remove(name);
				this.names.put(moved(name, source, target), file);
			}
		}
	}

	private static boolean isWithin(String directory, String source) {
		return directory.equals(source) || directory.startsWith(source + "/");
	}

	private static String moved(String path, String source, String target) {
		return target + path.substring(source.length());
	}

	private void requireDirectory(String path) {
		if (!isDirectory(path)) {
			throw new ErrnoException(Errno.ENOENT, path);
		}
	}

	private void requireEmpty(String path) {
		boolean named = Stream.concat(this.names.keySet().stream(), this.directories.stream())
			.anyMatch((name) -> directoryOf(name).equals(path));
		if (named) {
			throw new ErrnoException(Errno.ENOTEMPTY, path);
		}
	}

	private File fresh(String name) {
		requireDirectoryOf(name);
		return new File();
	}

	@Override
	public void createEmpty(String name) {
		if (this.names.putIfAbsent(name, fresh(name)) != null) {
			throw new ErrnoException(Errno.EEXIST, name);
		}
	}

	@Override
	public void allocate(int slot, Allocation allocation, int position, int length) {
		File file = at(slot);
		boolean longer = allocation == Allocation.EXTEND || allocation == Allocation.ZERO;
		int end = longer ? Math.max(file.content.length, position + length) : file.content.length;
		file.content = Arrays.copyOf(file.content, end);
		if (allocation == Allocation.PUNCH || allocation == Allocation.ZERO) {
			Arrays.fill(file.content, Math.min(position, end), Math.min(position + length, end), (byte) 0);
		}
	}

	@Override
	public void changeBehind(String name, byte[] bytes) {
		this.names.computeIfAbsent(name, this::fresh).content = bytes;
	}

	@Override
	public void removeBehind(String name) {
		delete(name);
	}

	@Override
	public void restart() {
		this.slots.clear();
	}

	@Override
	public void create(int slot, String name) {
		File file = fresh(name);
		if (this.names.containsKey(name)) {
			throw new ErrnoException(Errno.EEXIST, name);
		}
		this.names.put(name, file);
		this.slots.put(slot, file);
	}

	@Override
	public void open(int slot, String name, boolean truncate) {
		File file = named(name);
		if (truncate) {
			file.content = new byte[0];
		}
		this.slots.put(slot, file);
	}

	@Override
	public void write(int slot, int position, byte[] bytes) {
		File file = at(slot);
		file.content = Arrays.copyOf(file.content, Math.max(file.content.length, position + bytes.length));
		System.arraycopy(bytes, 0, file.content, position, bytes.length);
	}

	@Override
	public byte[] read(int slot, int position, int length) {
		byte[] content = at(slot).content;
		int start = Math.min(position, content.length);
		return Arrays.copyOfRange(content, start, Math.min(start + length, content.length));
	}

	@Override
	public void truncate(int slot, int size) {
		File file = at(slot);
		file.content = Arrays.copyOf(file.content, size);
	}

	@Override
	public void truncate(String name, int size) {
		File file = named(name);
		file.content = Arrays.copyOf(file.content, size);
	}

	@Override
	public long size(int slot) {
		return at(slot).content.length;
	}

	@Override
	public long size(String name) {
		return named(name).content.length;
	}

	@Override
	public void sync(int slot) {
		at(slot);
	}

	@Override
	public void close(int slot) {
		at(slot);
		this.slots.remove(slot);
	}

	@Override
	public void rename(String source, String target) {
		File file = named(source);
		requireDirectoryOf(target);
		this.names.remove(source);
		this.names.put(target, file);
	}

	@Override
	public void delete(String name) {
		named(name);
		this.names.remove(name);
	}

	@Override
	public List<String> list() {
		return List.copyOf(this.names.keySet());
	}

	byte[] content(String name) {
		return named(name).content;
	}

	private File named(String name) {
		return require(this.names.get(name), Errno.ENOENT);
	}

	private File at(int slot) {
		return require(this.slots.get(slot), Errno.EBADF);
	}

	private static File require(@Nullable File file, Errno otherwise) {
		if (file == null) {
			throw new ErrnoException(otherwise, "Not in the model");
		}
		return file;
	}

}
