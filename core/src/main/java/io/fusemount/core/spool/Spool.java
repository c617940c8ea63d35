package io.fusemount.core.spool;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;

import io.fusemount.core.channel.OpenChannels;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.handover.Notes;
import io.fusemount.core.limit.UnsavedLimits;
import io.fusemount.core.local.PrivateFiles;
import io.fusemount.core.local.SpoolInUseException;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.unsaved.UnsavedAge;
import io.fusemount.core.unsaved.UnsavedCopies;
import io.fusemount.core.unsaved.UnsavedExpiry;
import org.jspecify.annotations.Nullable;

/**
 * A directory on the local disk, readable by the service alone and used by one process at
 * a time, that holds the content of files while they are written, and local files. After
 * a crash, local files are restored, and whole contents are kept in {@code
 * unsaved/} beside those that could not be stored. Ranges that are useless without the
 * rest of their file are removed. None of this was acknowledged as committed.
 */
public final class Spool implements AutoCloseable {

	private static final String SUFFIX = ".spool";

	/** About as many as programs write at once. */
	private static final int MAX_IDLE = 16;

	/** More than documents need, and not enough to fill a disk unnoticed. */
	private static final long DEFAULT_MAX_FILE_SIZE = 16L << 30;

	private final Path directory;

	private final FileChannel lockChannel;

	private final UnsavedCopies unsaved;

	private final UnsavedExpiry expiry;

	private final OperationListener listener;

	private final OpenChannels channels = OpenChannels.ofProcess();

	private final AtomicLong sequence = new AtomicLong();

	private final List<Leftover> leftovers = new ArrayList<>();

	/** What the process before has left open, {@code null} for nothing. */
	private @Nullable Notes notes;

	/** The files that an earlier process has handed over, by name. */
	private final Map<String, SpoolFile> inherited = new HashMap<>();

	/**
	 * Empty files for new content, because creating and deleting a file costs more than
	 * keeping one.
	 */
	private final BlockingQueue<SpoolFile> idle = new ArrayBlockingQueue<>(MAX_IDLE);

	private volatile @Nullable SpoolReserve reserve;

	private final Disk disk;

	private volatile long maxFileSize;

	private Spool(Path directory, FileChannel lockChannel, UnsavedLimits limits, OperationListener listener) {
		this.directory = directory;
		this.lockChannel = lockChannel;
		Clock clock = Clock.systemUTC();
		UnsavedAge age = new UnsavedAge(limits.keepFor(), clock, System::nanoTime);
		this.unsaved = new UnsavedCopies(directory.resolve("unsaved"), limits, clock, age::oldest, listener);
		this.expiry = new UnsavedExpiry(this.unsaved, limits.keepFor());
		this.listener = listener;
		this.disk = new Disk(directory);
		this.maxFileSize = Math.min(DEFAULT_MAX_FILE_SIZE, this.disk.totalBytes());
	}

	/**
	 * Sets the maximum size of a file. The default is 16 GiB, or the size of the disk if
	 * that is less.
	 */
	public void setMaxFileSize(long bytes) {
		this.maxFileSize = bytes;
	}

	/**
	 * Returns the maximum size of a file.
	 */
	public long maxFileSize() {
		return this.maxFileSize;
	}

	/**
	 * Requires that a file can have the given size. Holes need no space here, but most
	 * databases store them as zeros: without a limit, a single {@code truncate} would
	 * fill the disk of the database. A file that is already larger can be changed and
	 * truncated.
	 */
	void requirePossible(long size, long newSize) {
		if (newSize > size && newSize > this.maxFileSize) {
			throw new ErrnoException(Errno.EFBIG,
					"A file of " + newSize + " bytes exceeds the limit of " + this.maxFileSize + " bytes",
					"Increase fusemount.max-file-size if the database has room for such files", null);
		}
	}

	/**
	 * Requires that the disk has room for more bytes.
	 */
	void requireRoom(long bytes) {
		long room = usableBytes();
		if (bytes > room && bytes - room <= reservedBytes() && makeRoom()) {
			room = usableBytes();
		}
		if (bytes > room) {
			throw new ErrnoException(Errno.ENOSPC, bytes + " bytes cannot be reserved: the spool's disk has " + room);
		}
	}

	/**
	 * Sets the reserve that can release disk space.
	 */
	public void setReserve(SpoolReserve reserve) {
		this.reserve = reserve;
	}

	boolean makeRoom() {
		SpoolReserve known = this.reserve;
		return known != null && known.giveBack();
	}

	private long reservedBytes() {
		SpoolReserve known = this.reserve;
		return (known != null) ? known.bytes() : 0;
	}

	/**
	 * Returns the directory.
	 */
	public Path directory() {
		return this.directory;
	}

	/**
	 * Returns the limit of open files, shared with other users of this disk.
	 */
	public OpenChannels channels() {
		return this.channels;
	}

	/**
	 * Opens the spool with the default limits for content that could not be stored.
	 * @throws IOException if the directory cannot be used, or another process uses it
	 */
	public static Spool open(Path directory) throws IOException {
		return open(directory, UnsavedLimits.DEFAULT, new OperationListener() {
		}, null);
	}

	/**
	 * Opens the spool, creates its directory if necessary, and processes the files of an
	 * earlier process.
	 * @param listener notified of content that an earlier process could not store, and of
	 * copies deleted because of the limits
	 * @param recorded what the process before has written down until it crashed, if it
	 * has; what one has left counts more
	 * @throws SpoolInUseException if another process or mount uses it
	 * @throws IOException if the directory cannot be used
	 */
	public static Spool open(Path directory, UnsavedLimits limits, OperationListener listener, @Nullable Notes recorded)
			throws IOException {
		Path absolute = directory.toAbsolutePath();
		PrivateFiles.createDirectories(absolute);
		FileChannel channel = PrivateFiles.open(absolute.resolve("lock"), StandardOpenOption.CREATE,
				StandardOpenOption.WRITE);
		if (tryLock(channel) == null) {
			channel.close();
			throw new SpoolInUseException(absolute);
		}
		Spool spool = new Spool(absolute, channel, limits, listener);
		try {
			Notes notes = Notes.read(absolute);
			if (notes == null) {
				Notes.delete(absolute);
				notes = recorded;
			}
			spool.notes = notes;
			spool.recover((notes != null) ? notes.spoolFiles() : Set.of());
			spool.unsaved.clean();
			return spool;
		}
		catch (IOException | RuntimeException ex) {
			// Another attempt must not find the spool in use.
			spool.close();
			throw ex;
		}
	}

	private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
		try {
			return channel.tryLock();
		}
		catch (OverlappingFileLockException ex) {
			return null;
		}
	}

	private void recover(Set<String> handedOver) throws IOException {
		try (DirectoryStream<Path> files = Files.newDirectoryStream(this.directory, "*" + SUFFIX)) {
			for (Path file : files) {
				recover(file, handedOver.contains(file.getFileName().toString()));
			}
		}
		try (DirectoryStream<Path> labels = Files.newDirectoryStream(this.directory, "*.label{,.new}")) {
			for (Path label : labels) {
				String number = label.getFileName().toString().replaceAll("\\..*", "");
				if (!Files.exists(this.directory.resolve(number + SUFFIX))) {
					Files.delete(label);
				}
			}
		}
	}

	private void recover(Path path, boolean handedOver) throws IOException {
		LabelFile labelFile = new LabelFile(path, this.channels);
		SpoolLabel label = labelFile.restore();
		SpoolFile file = SpoolFile.restored(path, this.channels, labelFile);
		String number = path.getFileName().toString().replace(SUFFIX, "");
		if (number.matches("[0-9]{1,18}")) {
			this.sequence.accumulateAndGet(Long.parseLong(number), Math::max);
		}
		boolean local = label != null && label.kind() != SpoolLabel.Kind.CONTENT;
		if (handedOver && !local) {
			this.inherited.put(path.getFileName().toString(), file);
		}
		else if (label != null && local) {
			this.leftovers.add(Leftover.of(this, label, file));
		}
		else if (!labelFile.isValid() || Files.size(path) == 0) {
			file.discard();
		}
		else {
			// If the disk failed together with the process, there may be a label without
			// text.
			SpoolLabel known = labelFile.isOld() ? null : label;
			String name = (known != null) ? known.name().value() : "unknown";
			Path kept = file.keep(this.unsaved, (known != null) ? known.user() : 0, name, 0, Files.size(path));
			this.listener.contentUnsaved(name, kept.toString(),
					new ErrnoException(Errno.EIO, "The application ended before the file was closed"));
		}
	}

	/**
	 * Returns the number of files in an unused spool, not counting the empty files kept
	 * for new content.
	 */
	public static long countLeft(Path directory) throws IOException {
		OpenChannels none = new OpenChannels(0);
		long count = 0;
		try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*" + SUFFIX)) {
			for (Path file : files) {
				LabelFile label = new LabelFile(file, none);
				label.restore();
				count += (Files.size(file) > 0 || label.isValid()) ? 1 : 0;
			}
		}
		return count;
	}

	/**
	 * Returns the local files that an earlier process has left. Each is returned once.
	 */
	public List<Leftover> takeLeftovers() {
		List<Leftover> taken = List.copyOf(this.leftovers);
		this.leftovers.clear();
		return taken;
	}

	/**
	 * Returns the notes of the process before, {@code null} if it has left none.
	 */
	public @Nullable Notes notes() {
		return this.notes;
	}

	/**
	 * Returns a file that an earlier process has handed over, {@code null} if it is not
	 * there.
	 */
	@Nullable SpoolFile inherited(String name) {
		return this.inherited.get(name);
	}

	/**
	 * Creates an empty file, or reuses one that is no longer needed.
	 */
	SpoolFile createFile() throws IOException {
		SpoolFile known = this.idle.poll();
		if (known != null) {
			if (known.isIntact()) {
				return known;
			}
			// The file or its label was deleted from outside.
			discardIdle(known);
		}
		return SpoolFile.create(this.directory.resolve(this.sequence.incrementAndGet() + SUFFIX), this.channels);
	}

	/**
	 * Releases a file, for reuse or deletion.
	 */
	void discard(SpoolFile file) throws IOException {
		boolean wanted = this.lockChannel.isOpen() && this.idle.remainingCapacity() > 0;
		SpoolFile empty = wanted ? file.empty() : null;
		if (empty == null) {
			file.discard();
		}
		else if (!this.idle.offer(empty) || !this.lockChannel.isOpen()) {
			this.idle.remove(empty);
			empty.discard();
		}
	}

	/**
	 * Returns the copies of content that could not be stored.
	 */
	public UnsavedCopies unsaved() {
		return this.unsaved;
	}

	/**
	 * Returns the free space of the disk in bytes.
	 */
	public long usableBytes() {
		return this.disk.usableBytes();
	}

	/**
	 * Returns the size of the disk in bytes.
	 */
	public long totalBytes() {
		return this.disk.totalBytes();
	}

	/**
	 * Releases the directory for another process.
	 */
	@Override
	public void close() throws IOException {
		this.expiry.close();
		for (SpoolFile file = this.idle.poll(); file != null; file = this.idle.poll()) {
			discardIdle(file);
		}
		this.lockChannel.close();
	}

	private static void discardIdle(SpoolFile file) {
		try {
			file.discard();
		}
		catch (IOException ex) {
			// The next process does this.
		}
	}

}
