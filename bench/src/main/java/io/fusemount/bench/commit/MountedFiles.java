package io.fusemount.bench.commit;

import java.nio.ByteBuffer;

import io.fusemount.bench.store.SmallFiles;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.Place;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import io.fusemount.core.vfs.VirtualFileSystem;

/**
 * Files of a filesystem, accessed with the operations that the transport calls when a
 * program stores a file: names are looked up first, and closing is a flush and a release.
 *
 * @param fileSystem the filesystem
 * @param directory the path of the directory, with a slash at its end
 */
record MountedFiles(VirtualFileSystem fileSystem, String directory) implements SmallFiles {

	private static final OpenOptions CREATE = new OpenOptions(false, true, true, OpenOptions.Creation.SHARED, false,
			false);

	private static final OpenOptions APPEND = new OpenOptions(false, true, false, OpenOptions.Creation.SHARED, true,
			false);

	@Override
	public void create(String name, byte[] content) {
		requireMissing(name);
		write(this.fileSystem.create(place(name), CREATE), 0, content);
	}

	@Override
	public void overwrite(String name, byte[] content) {
		write(this.fileSystem.open(node(name), CREATE), 0, content);
	}

	@Override
	public void append(String name, byte[] content) {
		Node node = node(name);
		write(this.fileSystem.open(node, APPEND), this.fileSystem.status(node).size(), content);
	}

	private void write(HandleId handle, long position, byte[] content) {
		this.fileSystem.write(handle, position, ByteBuffer.wrap(content));
		this.fileSystem.flush(handle);
		this.fileSystem.release(handle);
	}

	@Override
	public void rename(String name, String target) {
		node(name);
		requireMissing(target);
		this.fileSystem.rename(place(name), place(target));
	}

	@Override
	public void delete(String name) {
		node(name);
		this.fileSystem.delete(place(name));
	}

	private Node node(String name) {
		return this.fileSystem.resolve(this.directory + name);
	}

	private Place place(String name) {
		return this.fileSystem.locate(this.directory + name);
	}

	private void requireMissing(String name) {
		try {
			node(name);
		}
		catch (ErrnoException ex) {
			if (ex.errno() == Errno.ENOENT) {
				return;
			}
			throw ex;
		}
		throw new IllegalStateException(name + " is there");
	}

}
