package io.fusemount.core.filesystem;

import java.io.IOException;
import java.nio.file.Path;

import io.fusemount.core.handover.Notebook;
import io.fusemount.core.handover.Notes;
import io.fusemount.core.limit.UnsavedLimits;
import io.fusemount.core.local.SpoolInUseException;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.spool.Spool;
import org.jspecify.annotations.Nullable;

/**
 * The directory on the local disk that a filesystem writes to before anything is stored,
 * and where it keeps what could not be stored. One process has it at a time.
 */
public final class FileSystemSpool implements AutoCloseable {

	private final Spool spool;

	private final boolean connected;

	private FileSystemSpool(Spool spool, boolean connected) {
		this.spool = spool;
		this.connected = connected;
	}

	/**
	 * Opens it with the usual limits for what could not be stored.
	 * @throws IOException if the directory cannot be used, or another process uses it
	 */
	public static FileSystemSpool open(Path directory) throws IOException {
		return open(directory, UnsavedLimits.DEFAULT, new OperationListener() {
		});
	}

	/**
	 * Opens it, creates its directory where needed, and goes through what an earlier
	 * process left.
	 * @param listener is told of content that an earlier process could not store, and of
	 * copies that are deleted because of the limits
	 * @throws SpoolInUseException if another process or mount uses it
	 * @throws IOException if the directory cannot be used
	 */
	public static FileSystemSpool open(Path directory, UnsavedLimits limits, OperationListener listener)
			throws IOException {
		return open(directory, limits, listener, false, null);
	}

	/**
	 * Opens it, as the other method does, and goes on with what the process before has
	 * left open, or has written down until it crashed.
	 * @param connected whether this process has the connection to the kernel of the
	 * process before, so that programs have it open, too; else it is closed for them
	 * @param recorded what a process has written down that has crashed, {@code null} for
	 * nothing; what one has left counts more
	 */
	public static FileSystemSpool open(Path directory, UnsavedLimits limits, OperationListener listener,
			boolean connected, Notebook.@Nullable Contents recorded) throws IOException {
		Notes notes = (recorded != null) ? RecordedFiles.notes(recorded) : null;
		return new FileSystemSpool(Spool.open(directory, limits, listener, notes), connected);
	}

	/**
	 * Returns how many files are in a spool that nobody uses, apart from those that were
	 * only ready for content to come.
	 */
	public static long countLeft(Path directory) throws IOException {
		return Spool.countLeft(directory);
	}

	/**
	 * Sets the size that no file can grow beyond. By default it is 16 GiB, or the size of
	 * the disk if that is less.
	 */
	public void setMaxFileSize(long bytes) {
		this.spool.setMaxFileSize(bytes);
	}

	/**
	 * Returns the directory.
	 */
	public Path directory() {
		return this.spool.directory();
	}

	/** Whether programs still have open what the process before has left. */
	boolean isConnected() {
		return this.connected;
	}

	Spool spool() {
		return this.spool;
	}

	/**
	 * Gives the directory free for another process, if no filesystem has been created
	 * that does so.
	 */
	@Override
	public void close() throws IOException {
		this.spool.close();
	}

}
