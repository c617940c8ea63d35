package io.fusemount.conformance.model;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.operation.Allocation;
import org.jspecify.annotations.Nullable;

/**
 * The model: names in a map, bytes in arrays, nothing cached, nothing committed.
 */
final class ReferenceModel implements ModelledFiles {

	private static final class File {

		private byte[] content = new byte[0];

	}

	private final Map<String, File> names = new TreeMap<>();

	private final Map<Integer, File> slots = new HashMap<>();

	boolean isFree(int slot) {
		return !this.slots.containsKey(slot);
	}

	/** Whether the application may change the file without a conflict. */
	boolean isOpen(String name) {
		File file = this.names.get(name);
		return file != null && this.slots.containsValue(file);
	}

	@Override
	public void createEmpty(String name) {
		if (this.names.putIfAbsent(name, new File()) != null) {
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
		this.names.computeIfAbsent(name, (key) -> new File()).content = bytes;
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
		if (this.names.containsKey(name)) {
			throw new ErrnoException(Errno.EEXIST, name);
		}
		File file = new File();
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
