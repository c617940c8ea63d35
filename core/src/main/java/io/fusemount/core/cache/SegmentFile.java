package io.fusemount.core.cache;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

import io.fusemount.core.spool.PrivateFiles;
import io.fusemount.core.spool.SpooledContent;
import org.jspecify.annotations.Nullable;

/**
 * The local file of a segment, which guards it: created when it is needed, and open while
 * it is used or going to be.
 */
final class SegmentFile {

	static final String SUFFIX = ".content";

	private final Path directory;

	private final long number;

	private final Runnable onDamage;

	private LocalFile file;

	private @Nullable FileChannel channel;

	private boolean exists;

	/** How many reads and writes are under way that it has to stay open for. */
	private int users;

	/** Whether it is closed when nobody uses it. */
	private boolean parked;

	/**
	 * Describes a file that is not there yet.
	 * @param onDamage what to do when others find that it can not be read
	 */
	SegmentFile(Path directory, long number, Runnable onDamage) {
		this.directory = directory;
		this.number = number;
		this.onDamage = onDamage;
		this.file = describe();
	}

	/** Takes up what is there. */
	void restore() {
		this.exists = true;
		this.parked = true;
	}

	private LocalFile describe() {
		return new LocalFile(this.directory.resolve(this.number + SUFFIX), Segment.BYTES, this.onDamage);
	}

	long number() {
		return this.number;
	}

	/** Returns what others may open. */
	LocalFile description() {
		return this.file;
	}

	Path path() {
		return this.file.path();
	}

	/**
	 * Opens it until {@link #letGo}.
	 * @throws NoSuchFileException if somebody has deleted it; the next call creates it
	 */
	FileChannel use() throws IOException {
		FileChannel open = this.channel;
		// An interrupt closes it.
		if (open == null || !open.isOpen()) {
			open = this.exists ? reopen() : create();
			this.channel = open;
		}
		this.users++;
		return open;
	}

	private FileChannel reopen() throws IOException {
		try {
			return FileChannel.open(path(), StandardOpenOption.READ, StandardOpenOption.WRITE);
		}
		catch (NoSuchFileException ex) {
			this.exists = false;
			// Others may have the deleted one open.
			this.file.drop();
			this.file = describe();
			throw ex;
		}
	}

	private FileChannel create() throws IOException {
		PrivateFiles.createDirectories(this.directory);
		FileChannel created = PrivateFiles.create(path());
		this.exists = true;
		return created;
	}

	void letGo() {
		this.users--;
		closeIfIdle();
	}

	/** Returns it if it stays open though nobody uses it. */
	@Nullable FileChannel lasting() {
		return this.parked ? null : this.channel;
	}

	boolean isUsed() {
		return this.users > 0;
	}

	/** Closes it as soon as nobody uses it, or not any more. */
	void park(boolean idle) {
		this.parked = idle;
		closeIfIdle();
	}

	private void closeIfIdle() {
		FileChannel open = this.channel;
		if (open != null && this.users == 0 && this.parked) {
			this.channel = null;
			try {
				open.close();
			}
			catch (IOException ex) {
				// Nothing is lost: the content is in the database.
			}
		}
	}

	/** Begins with the content of another file, which it becomes. */
	void takeOver(SpooledContent content) throws IOException {
		content.moveTo(path());
		restore();
	}

	void delete() {
		leave();
		try {
			Files.deleteIfExists(path());
		}
		catch (IOException ex) {
			// The next start deletes it.
		}
	}

	/** Leaves the file to another segment. */
	void leave() {
		park(true);
		this.file.drop();
	}

}
