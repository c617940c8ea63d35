package io.fusemount.core.vfs;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.local.LocalRange;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeChange;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.operation.Allocation;
import io.fusemount.core.operation.Presence;
import io.fusemount.core.operation.Seek;
import io.fusemount.core.supervision.Supervision;
import org.jspecify.annotations.Nullable;

/**
 * A filesystem made of {@linkplain Node nodes}: the operations of a kernel, as an
 * ordinary object. Paths serve only to find nodes; all other operations take a node or a
 * handle. Every method fails with an {@link ErrnoException} or with an exception of a
 * node.
 */
public interface VirtualFileSystem extends AutoCloseable {

	/**
	 * Returns the node at an absolute path.
	 * @throws ErrnoException {@code ENOENT}, {@code ENOTDIR}, {@code ENAMETOOLONG}
	 */
	Node resolve(String path);

	/**
	 * Returns the node of this name in a directory, or {@code null}.
	 */
	@Nullable Node lookup(Directory parent, Name name);

	/**
	 * Returns the place that an absolute path denotes. Only its directory must exist.
	 * @throws ErrnoException {@code ENOENT}, {@code ENOTDIR}, {@code ENAMETOOLONG}, and
	 * {@code EBUSY} for the root, which has no parent
	 */
	Place locate(String path);

	FileStatus status(Node node);

	FileStatus status(HandleId handle);

	/**
	 * Checks that the node can be used as requested, for any caller.
	 * @throws ErrnoException {@code EROFS} or {@code EACCES}
	 */
	void access(Node node, boolean write, boolean execute);

	String readLink(Node node);

	/**
	 * Returns the space of the local disk.
	 */
	FileSystemStatistics statistics();

	/**
	 * Returns the space of a node: that of its quota if it has one.
	 * <p>
	 * The default implementation returns the space of the local disk.
	 */
	default FileSystemStatistics statistics(Node node) {
		return statistics();
	}

	HandleId openDirectory(Node node);

	/**
	 * Passes entries to the filler from an offset on, until the filler has no room or the
	 * directory ends.
	 * @param offset 0, or the offset passed with an entry of the same handle
	 */
	void readDirectory(HandleId handle, long offset, DirectoryFiller filler);

	/**
	 * Commits pending renames of a directory and waits for others ({@code fsync} of the
	 * directory).
	 * <p>
	 * The default implementation does nothing.
	 */
	default void syncDirectory(HandleId handle) {
	}

	void releaseDirectory(HandleId handle);

	/**
	 * Opens a file.
	 * @throws ErrnoException {@code EISDIR}, or {@code EROFS}/{@code EACCES} for a file
	 * that cannot be written
	 */
	HandleId open(Node node, OpenOptions options);

	/**
	 * Creates a file and opens it. Its row is created with its first commit, or
	 * immediately if the file is opened for reading only.
	 * @throws ErrnoException {@code EEXIST}, {@code EROFS}, or the failure of the commit
	 */
	HandleId create(Place place, OpenOptions options);

	/**
	 * Creates an empty file and commits it ({@code mknod}).
	 * @param mode its mode bits, without those of the program's umask
	 */
	void createEmpty(Place place, int mode);

	/**
	 * Creates an empty file that is readable for all and writable for its owner.
	 */
	default void createEmpty(Place place) {
		createEmpty(place, OpenOptions.NEW.mode());
	}

	/**
	 * Returns the node that a handle has open, whatever its name stands for now. All
	 * handles of a file have the same object open, and a lookup of its name returns that
	 * object as long as the name stands for it. A version that others have made is
	 * another object, with a size and pages of its own.
	 */
	Node node(HandleId handle);

	/**
	 * Returns what a kernel may keep of the filesystem.
	 * <p>
	 * The default implementation is for a filesystem of which nothing may be kept.
	 */
	default Coherence coherence() {
		return Coherence.NONE;
	}

	/**
	 * Reads from a file.
	 * @return the number of bytes; fewer than the buffer has room for only at the end of
	 * the file
	 */
	int read(HandleId handle, long position, ByteBuffer target);

	/**
	 * Returns the place of bytes of an open file on the local disk, for a transport that
	 * can send them from there, or {@code null} if {@link #read} has to be used. The
	 * range is shorter than requested only at the end of the content.
	 * <p>
	 * The default implementation returns {@code null}.
	 */
	default @Nullable LocalRange locate(HandleId handle, long position, int length) {
		return null;
	}

	/**
	 * Returns the files of the local disk that a kernel may read by itself.
	 * <p>
	 * The default implementation is for a filesystem that lends none.
	 */
	default Lending lending() {
		return Lending.NONE;
	}

	/**
	 * Writes all bytes of the buffer locally; {@link #flush} and {@link #sync} commit
	 * them.
	 * @return the number of bytes
	 */
	int write(HandleId handle, long position, ByteBuffer source);

	/**
	 * Sets the length of a file and commits it, unless it is open for writing.
	 */
	void truncate(Node node, long size);

	void truncate(HandleId handle, long size);

	/**
	 * Reserves space for a range of an open file or zeroes it, locally.
	 * @throws ErrnoException {@code ENOSPC}, {@code EFBIG}, and {@code EBADF} if the
	 * handle may not write
	 */
	void allocate(HandleId handle, Allocation allocation, long position, long length);

	/**
	 * Returns the offset of the next data or hole of an open file, at or after a position
	 * ({@code lseek}). Never asks the source of the file.
	 * <p>
	 * By default, the whole file is data.
	 * @throws ErrnoException {@code ENXIO} if the position is not within the file, or
	 * only a hole follows it
	 */
	default long seek(HandleId handle, long position, Seek seek) {
		return seek.inData(position, status(handle).size());
	}

	/**
	 * Commits written content ({@code close}). When the method returns, the content is in
	 * the database.
	 */
	void flush(HandleId handle);

	/**
	 * Commits written content when a process closes one of possibly several descriptors
	 * of a handle. An empty changed file is not committed while its process has another
	 * writable descriptor to it: a shell closes one of two descriptors before its command
	 * has written. The next flush, or the release, commits the file.
	 * <p>
	 * The default implementation commits in any case.
	 * @param descriptors the descriptors that processes have open
	 */
	default void flush(HandleId handle, OpenDescriptors descriptors) {
		flush(handle);
	}

	/**
	 * Commits written content ({@code fsync}, {@code fdatasync}).
	 */
	void sync(HandleId handle);

	/**
	 * Ends a handle and commits content written after the last flush.
	 */
	void release(HandleId handle);

	void delete(Place place);

	/**
	 * Renames a file within its directory. An existing file of the new name keeps its
	 * identity and receives the content.
	 * @throws ErrnoException {@code EXDEV} for a free name in another directory, so that
	 * programs copy; an existing file in another directory has its content replaced
	 */
	void rename(Place source, Place target);

	/**
	 * Creates a directory.
	 * @param mode its mode bits, without those of the program's umask
	 */
	void createDirectory(Place place, int mode);

	/**
	 * Creates a directory that is readable for all and writable for its owner.
	 */
	default void createDirectory(Place place) {
		createDirectory(place, 0755);
	}

	void deleteDirectory(Place place);

	/**
	 * Sets the modification time.
	 */
	void setModified(Node node, Instant modified);

	/**
	 * Stores, accepts or refuses new mode bits.
	 */
	void setPermissions(Node node, int permissions);

	/**
	 * Stores, accepts or refuses a new owner and group, -1 for no change.
	 */
	void setOwner(Node node, int uid, int gid);

	/**
	 * Accepts or refuses an access control list, as a change of mode bits.
	 */
	void setAccessList(Node node);

	/**
	 * Returns an extended attribute.
	 * @throws ErrnoException {@code ENODATA} if it does not exist
	 */
	byte[] extendedAttribute(Node node, String name);

	List<String> extendedAttributes(Node node);

	/**
	 * Sets or removes an extended attribute. Setting it to the value that it has changes
	 * nothing. If a program has content to store, both are stored together.
	 * <p>
	 * The default implementation sets none.
	 * @param value the value, {@code null} to remove it
	 * @throws ErrnoException {@code EEXIST} or {@code ENODATA} if it is not as demanded,
	 * {@code EOPNOTSUPP} if there can be no such attribute, {@code EINVAL} if it cannot
	 * have this value
	 */
	default void setExtendedAttribute(Node node, String name, byte @Nullable [] value, Presence presence) {
		throw new ErrnoException(Errno.EOPNOTSUPP, "Extended attributes cannot be set");
	}

	/**
	 * Drops cached data of a node, and of names without a node in it.
	 */
	void invalidate(NodeKey key);

	/**
	 * Drops cached data of a node that others have changed, as reported by the source of
	 * its files.
	 */
	default void invalidate(NodeChange change) {
		invalidate(change.node());
	}

	/**
	 * Drops all cached names, as if their time to live had passed, because the changes of
	 * others are unknown. Content stays cached, because it is identified by its version.
	 */
	default void invalidateNames() {
	}

	/**
	 * Drops all cached data, for unreported changes. Files that are not open are read
	 * from their source again.
	 */
	default void invalidateAll() {
	}

	/**
	 * Returns the administrator's view and actions.
	 */
	Supervision supervision();

	/**
	 * Returns how the filesystem goes to the next process.
	 * <p>
	 * The default implementation neither takes over nor leaves.
	 */
	default Handover handover() {
		return Handover.NONE;
	}

	/**
	 * Commits all dirty files and refuses to open more.
	 */
	void drain();

	/**
	 * Drains the filesystem and releases its local resources.
	 */
	@Override
	void close();

}
