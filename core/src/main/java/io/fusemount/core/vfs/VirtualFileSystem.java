package io.fusemount.core.vfs;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;

import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.local.LocalRange;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeChange;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.operation.Allocation;
import io.fusemount.core.supervision.ContentCacheStatistics;
import io.fusemount.core.supervision.FileTotal;
import io.fusemount.core.supervision.Supervision;
import io.fusemount.core.supervision.UnsavedListing;
import org.jspecify.annotations.Nullable;

/**
 * A filesystem made of {@linkplain Node nodes}: what a kernel would ask of it, as an
 * ordinary object. Paths serve only to find nodes; everything else takes a node or a
 * handle. Every method fails with {@link ErrnoException} or with what a node threw.
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
	 * Returns the place that an absolute path stands for; only its directory must exist.
	 * @throws ErrnoException {@code ENOENT}, {@code ENOTDIR}, {@code ENAMETOOLONG}, and
	 * {@code EBUSY} for the root, which is in no directory
	 */
	Place locate(String path);

	FileStatus status(Node node);

	FileStatus status(HandleId handle);

	/**
	 * Checks that the node can be used as asked, whoever asks.
	 * @throws ErrnoException {@code EROFS} or {@code EACCES}
	 */
	void access(Node node, boolean write, boolean execute);

	String readLink(Node node);

	FileSystemStatistics statistics();

	HandleId openDirectory(Node node);

	/**
	 * Passes entries to the filler from an offset on, until it has no room or the
	 * directory ends.
	 * @param offset 0, or what came with an entry of the same handle
	 */
	void readDirectory(HandleId handle, long offset, DirectoryFiller filler);

	/**
	 * Commits what has been renamed in a directory and waits for more ({@code fsync} of
	 * the directory).
	 * <p>
	 * The default does nothing.
	 */
	default void syncDirectory(HandleId handle) {
	}

	void releaseDirectory(HandleId handle);

	/**
	 * Opens a file.
	 * @throws ErrnoException {@code EISDIR}, or {@code EROFS}/{@code EACCES} for a file
	 * that can not be written
	 */
	HandleId open(Node node, OpenOptions options);

	/**
	 * Creates a file and opens it. Its row comes to be with its first commit, or at once
	 * if it is opened for reading only.
	 * @throws ErrnoException {@code EEXIST}, {@code EROFS}, and what the commit fails
	 * with
	 */
	HandleId create(Place place, OpenOptions options);

	/**
	 * Creates an empty file and commits it ({@code mknod}).
	 */
	void createEmpty(Place place);

	/**
	 * Whether a file that was looked up is what a handle has open: the same version, or
	 * one that this filesystem's own commits have made of it. What others have made of it
	 * is another file for who has it open, with a size and pages of its own.
	 * <p>
	 * The default is {@code true}, for files that have one version.
	 */
	default boolean isOpenAt(HandleId handle, Node node) {
		return true;
	}

	/**
	 * Returns the node of what a handle has open, whatever its name stands for now.
	 */
	Node node(HandleId handle);

	/**
	 * Whether two handles have the same version of the same file open.
	 * <p>
	 * The default is {@code true}, for files that have one version.
	 */
	default boolean isSameFile(HandleId handle, HandleId other) {
		return true;
	}

	/**
	 * Lets what a handle has open go on beside its name, which stands for another version
	 * now, or for nothing: nobody else comes to it by that name any more.
	 * @param alias where its handles find it from now on, in no listing, or {@code null}
	 * if they need no name
	 */
	default void supersede(HandleId handle, @Nullable Place alias) {
	}

	/**
	 * Returns for how long it may be taken for true without asking again that a name
	 * stands for what was found, and what the attributes of that are: unless an
	 * {@linkplain #observe observer} is told of a change. Never blocks.
	 * <p>
	 * The default is that it is to be asked each time.
	 * @param found what a lookup or a listing has told, {@code null} for nothing
	 * @return nanoseconds, 0 for not at all, as if something else is known by now
	 */
	default long validNanos(Place place, @Nullable Node found) {
		return 0;
	}

	/**
	 * Returns for how long the attributes of the root may be taken for true, as those of
	 * what has a name. Never blocks.
	 * <p>
	 * The default is that they are to be asked for each time.
	 * @return nanoseconds, 0 for not at all
	 */
	default long rootValidNanos() {
		return 0;
	}

	/**
	 * Returns a text that stands for the bytes of what a handle has open, if all of them
	 * are stored: it is never that of other bytes, not even of another file's.
	 * {@code null} if nothing is known that says so. Never blocks.
	 * <p>
	 * The default is {@code null}.
	 */
	default @Nullable String contentVersion(HandleId handle) {
		return null;
	}

	/**
	 * Has an observer told of every change from now on.
	 * <p>
	 * The default is for a filesystem in which nothing changes that it is not asked to.
	 * @return ends that
	 */
	default Runnable observe(ChangeObserver observer) {
		return () -> {
		};
	}

	/**
	 * Reads from a file.
	 * @return the number of bytes; less than the room in the buffer only at the end
	 */
	int read(HandleId handle, long position, ByteBuffer target);

	/**
	 * Returns where bytes of an open file are on the local disk, for a transport that can
	 * send them from there, or {@code null} if they are to be {@linkplain #read read}.
	 * There are fewer than asked for only where the content ends.
	 * <p>
	 * The default is {@code null}.
	 */
	default @Nullable LocalRange locate(HandleId handle, long position, int length) {
		return null;
	}

	/**
	 * Writes all bytes of the buffer, locally; {@link #flush} and {@link #sync} commit
	 * them.
	 * @return their number
	 */
	int write(HandleId handle, long position, ByteBuffer source);

	/**
	 * Sets the length of a file and commits it, unless it is open for writing.
	 */
	void truncate(Node node, long size);

	void truncate(HandleId handle, long size);

	/**
	 * Makes room for a range of an open file or lets it read as zeros, locally.
	 * @throws ErrnoException {@code ENOSPC}, {@code EFBIG}, and {@code EBADF} if the
	 * handle may not write
	 */
	void allocate(HandleId handle, Allocation allocation, long position, long length);

	/**
	 * Commits what was written ({@code close}): when this returns, it is in the database.
	 */
	void flush(HandleId handle);

	/**
	 * Does the same for one of perhaps several descriptors of a handle. A file that is
	 * empty and changed is not committed while its process has another descriptor to
	 * write to it: a shell closes one of two before its command has written. The next
	 * flush, or the release, commits it.
	 * <p>
	 * The default commits it.
	 * @param descriptors what processes have open
	 */
	default void flush(HandleId handle, OpenDescriptors descriptors) {
		flush(handle);
	}

	/**
	 * Commits what was written ({@code fsync}, {@code fdatasync}).
	 */
	void sync(HandleId handle);

	/**
	 * Ends a handle; commits what came after the last flush.
	 */
	void release(HandleId handle);

	void delete(Place place);

	/**
	 * Renames a file within its directory; a file that has the new name keeps its
	 * identity and gets the content.
	 * @throws ErrnoException {@code EXDEV} to a free name of another directory, so that
	 * programs copy; onto a file of another directory, its content is replaced
	 */
	void rename(Place source, Place target);

	/**
	 * Takes an open file out of its directory but keeps it reachable under an alias that
	 * no listing shows, until {@link #delete} of the alias. This is libfuse's way to
	 * unlink an open file.
	 * @param place the file
	 * @param alias a name of the form {@code .fuse_hidden*} in the same directory
	 * @param replaced whether a rename onto the place follows at once, so that the row
	 * stays for it
	 */
	void hide(Place place, Name alias, boolean replaced);

	void createDirectory(Place place);

	void deleteDirectory(Place place);

	/**
	 * Sets the modification time.
	 */
	void setModified(Node node, Instant modified);

	/**
	 * Accepts or refuses new mode bits.
	 */
	void setPermissions(Node node, int permissions);

	/**
	 * Accepts or refuses a new owner and group, -1 for no change.
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
	 * Forgets what is cached of a node and of names that had no node.
	 */
	void invalidate(NodeKey key);

	/**
	 * Forgets what is cached of a node that others have changed, as the source of its
	 * files tells.
	 */
	default void invalidate(NodeChange change) {
		invalidate(change.node());
	}

	/**
	 * Forgets what names stand for, as if the time to believe in it were over: it is not
	 * known what others have changed. Content stays, which is found by its version.
	 */
	default void invalidateNames() {
	}

	/**
	 * Forgets all that is cached, for changes that nobody reports: what nobody has open
	 * is read from its source again.
	 */
	default void invalidateAll() {
	}

	/**
	 * Returns how often something was forgotten because others may have changed it.
	 */
	default long invalidations() {
		return 0;
	}

	/**
	 * Returns the number of open handles.
	 */
	int openHandles();

	/**
	 * Returns the size in bytes that no file can grow beyond.
	 */
	default long maxFileSize() {
		return Long.MAX_VALUE;
	}

	/**
	 * Returns what is kept of bytes that could not be stored.
	 * <p>
	 * The default is nothing.
	 */
	default UnsavedListing unsaved() {
		return UnsavedListing.NONE;
	}

	/**
	 * Returns how many files have no row: new ones before their first commit, and those
	 * that stay local.
	 */
	default int newFiles() {
		return 0;
	}

	/**
	 * Returns how many files have scratch names and stay local.
	 */
	default FileTotal scratch() {
		return FileTotal.NONE;
	}

	/**
	 * Returns how much content is kept on the local disk.
	 */
	default ContentCacheStatistics contentCache() {
		return ContentCacheStatistics.NONE;
	}

	/**
	 * Returns what an administrator sees and can do, or {@code null} if that is nothing.
	 */
	default @Nullable Supervision supervision() {
		return null;
	}

	/**
	 * Commits everything that is dirty and refuses to open more.
	 */
	void drain();

	/**
	 * Drains and gives back local resources.
	 */
	@Override
	void close();

}
