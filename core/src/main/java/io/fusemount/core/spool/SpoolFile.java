package io.fusemount.core.spool;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;

import io.fusemount.core.channel.LocalChannel;
import io.fusemount.core.channel.OpenChannels;
import io.fusemount.core.local.PrivateFiles;
import io.fusemount.core.unsaved.UnsavedCopies;

/**
 * One file of the spool, until it is discarded or moved away. It is opened when it is
 * used, so that a file which nobody uses costs no file descriptor.
 */
public final class SpoolFile {

	private final Path path;

	private final LocalChannel channel;

	private volatile boolean labelled;

	SpoolFile(Path path, LocalChannel channel, boolean labelled) {
		this.path = path;
		this.channel = channel;
		this.labelled = labelled;
	}

	/** Takes up what is there. */
	static SpoolFile restored(Path path, OpenChannels channels, boolean labelled) {
		return new SpoolFile(path, new LocalChannel(channels, () -> open(path)), labelled);
	}

	/**
	 * Creates an empty file.
	 */
	public static SpoolFile create(Path path, OpenChannels channels) throws IOException {
		PrivateFiles.create(path).close();
		return restored(path, channels, false);
	}

	/** What somebody has deleted does not come back without its bytes. */
	private static FileChannel open(Path path) throws IOException {
		return FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
	}

	public Path path() {
		return this.path;
	}

	/** Does something with the file while it is open. */
	<T> T with(Use<T> use) throws IOException {
		FileChannel open = this.channel.use();
		try {
			return use.apply(open);
		}
		finally {
			this.channel.letGo();
		}
	}

	/**
	 * Gives the file descriptor back until the file is used again. Nobody may use the
	 * file meanwhile.
	 */
	public synchronized void park(long size, Instant modified) throws IOException {
		extend(size);
		this.channel.close();
		Files.setLastModifiedTime(this.path, FileTime.from(modified));
	}

	/** Lets the file end where its content does, by a hole, for others to see. */
	private void extend(long size) throws IOException {
		with((open) -> (open.size() < size) ? open.write(ByteBuffer.allocate(1), size - 1) : 0);
	}

	boolean isLabelled() {
		return this.labelled;
	}

	void label(SpoolLabel label) throws IOException {
		label.write(this.path);
		this.labelled = true;
	}

	/**
	 * Takes the label away. If one stays, a later process keeps more than it has to: that
	 * is no reason to call what has been done a failure.
	 */
	void unlabel() {
		if (this.labelled) {
			this.labelled = false;
			try {
				SpoolLabel.delete(this.path);
			}
			catch (IOException ex) {
				// See above.
			}
		}
	}

	/**
	 * Moves the file to another place and knows nothing of it any more.
	 * @throws IOException if that is not possible, as into a directory that is missing;
	 * nothing has changed then
	 */
	synchronized void moveTo(Path place, long size) throws IOException {
		extend(size);
		Files.move(this.path, place, StandardCopyOption.ATOMIC_MOVE);
		leave();
	}

	private void leave() throws IOException {
		try {
			this.channel.close();
		}
		finally {
			unlabel();
		}
	}

	public synchronized void discard() throws IOException {
		try {
			leave();
		}
		finally {
			Files.deleteIfExists(this.path);
		}
	}

	/** Moves the file among what could not be stored. */
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
		unlabel();
		return kept;
	}

	/**
	 * What is done with the open file.
	 */
	@FunctionalInterface
	public interface Use<T> {

		T apply(FileChannel open) throws IOException;

	}

}
