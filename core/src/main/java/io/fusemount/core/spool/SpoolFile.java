package io.fusemount.core.spool;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;

import io.fusemount.core.channel.LocalChannel;
import io.fusemount.core.channel.OpenChannels;
import io.fusemount.core.local.PrivateFiles;
import io.fusemount.core.unsaved.UnsavedCopies;
import org.jspecify.annotations.Nullable;

/**
 * A file of the spool, until it is discarded or moved away. It is opened on use, so that
 * an unused file occupies no file descriptor.
 */
public final class SpoolFile {

	private final Path path;

	private final LocalChannel channel;

	private final LabelFile label;

	/** Whether this object no longer has the file. */
	private volatile boolean gone;

	SpoolFile(Path path, LocalChannel channel, LabelFile label) {
		this.path = path;
		this.channel = channel;
		this.label = label;
	}

	/** Restores an existing file. */
	static SpoolFile restored(Path path, OpenChannels channels, LabelFile label) {
		return new SpoolFile(path, new LocalChannel(channels, () -> open(path)), label);
	}

	/**
	 * Creates an empty file.
	 */
	public static SpoolFile create(Path path, OpenChannels channels) throws IOException {
		PrivateFiles.create(path).close();
		return restored(path, channels, new LabelFile(path, channels));
	}

	/** A file that was deleted from outside must not reappear without its bytes. */
	private static FileChannel open(Path path) throws IOException {
		return FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
	}

	public Path path() {
		return this.path;
	}

	/** Runs an action on the file while it is open. */
	<T> T with(LocalChannel.Use<T> use) throws IOException {
		return this.channel.with((open) -> {
			if (this.gone) {
				throw new NoSuchFileException(this.path.toString());
			}
			return use.apply(open);
		});
	}

	/**
	 * Releases the file descriptor until the next use. The file must not be in use.
	 */
	public synchronized void park(long size, Instant modified) throws IOException {
		extend(size);
		this.channel.close();
		this.label.park();
		Files.setLastModifiedTime(this.path, FileTime.from(modified));
	}

	/**
	 * Extends the file by a hole to the end of its content, for other processes to see.
	 */
	private void extend(long size) throws IOException {
		with((open) -> (open.size() < size) ? open.write(ByteBuffer.allocate(1), size - 1) : 0);
	}

	boolean isLabelled() {
		return this.label.isValid();
	}

	synchronized void label(SpoolLabel text) throws IOException {
		if (this.gone) {
			throw new NoSuchFileException(this.path.toString());
		}
		this.label.write(text);
	}

	/** Forces the label to the disk. */
	void forceLabel() throws IOException {
		this.label.force();
	}

	/**
	 * Removes the label.
	 */
	synchronized void unlabel() {
		if (!this.gone) {
			this.label.invalidate();
		}
	}

	/**
	 * Moves the file to another place and gives it up.
	 * @throws IOException if that is not possible, for example because the directory is
	 * missing; nothing has changed then
	 */
	synchronized void moveTo(Path place, long size) throws IOException {
		extend(size);
		Files.move(this.path, place, StandardCopyOption.ATOMIC_MOVE);
		leave();
	}

	private void leave() throws IOException {
		this.gone = true;
		try {
			this.channel.close();
		}
		finally {
			this.label.delete();
		}
	}

	/** Deletes the file, unless it has been given up. */
	public synchronized void discard() throws IOException {
		if (this.gone) {
			return;
		}
		try {
			leave();
		}
		finally {
			Files.deleteIfExists(this.path);
		}
	}

	/**
	 * Empties the file for reuse and gives it up.
	 * @return the empty file, or {@code null} if this is not possible and the file has to
	 * be discarded
	 */
	synchronized @Nullable SpoolFile empty() {
		if (this.gone) {
			return null;
		}
		// Set first, because a late writer would write to the next content.
		this.gone = true;
		if (!tryEmpty()) {
			this.gone = false;
			return null;
		}
		return new SpoolFile(this.path, this.channel, this.label);
	}

	private boolean tryEmpty() {
		this.label.invalidate();
		if (this.channel.isUsed() || !this.label.isReusable()) {
			return false;
		}
		try {
			this.channel.with((open) -> open.truncate(0));
			// Closed while it is empty: ext4 writes a file to the disk immediately if it
			// is closed after a
			// truncation.
			this.channel.close();
			return true;
		}
		catch (IOException ex) {
			return false;
		}
	}

	/** Whether the file is still in its place, with its label. */
	boolean isIntact() {
		return Files.exists(this.path) && this.label.isIntact();
	}

	/** Moves the file to the content that could not be stored. */
	synchronized Path keep(UnsavedCopies unsaved, int user, String fileName, long size, long bytes) throws IOException {
		try {
			extend(size);
			with((open) -> {
				open.force(true);
				return open;
			});
		}
		finally {
			this.channel.close();
		}
		Path kept = unsaved.keep(user, fileName, this.path, bytes);
		this.gone = true;
		this.label.delete();
		return kept;
	}

}
