package io.fusemount.core.segment;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

import io.fusemount.core.channel.LocalChannel;
import io.fusemount.core.channel.OpenChannels;
import io.fusemount.core.local.LocalFile;
import io.fusemount.core.local.PrivateFiles;
import io.fusemount.core.spool.SpooledContent;
import org.jspecify.annotations.Nullable;

/**
 * The local file of a segment, which guards it: created when it is needed, and open while
 * it is used or going to be.
 */
public final class SegmentFile {

	public static final String SUFFIX = ".content";

	private final Path directory;

	private final long number;

	private final Runnable onDamage;

	private LocalFile file;

	private final LocalChannel channel;

	private boolean exists;

	/** Whether it is closed when nobody uses it. */
	private boolean parked;

	/**
	 * Describes a file that is not there yet.
	 * @param onDamage what to do when others find that it can not be read
	 */
	SegmentFile(Path directory, OpenChannels channels, long number, Runnable onDamage) {
		this.directory = directory;
		this.channel = new LocalChannel(channels, this::open);
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
		return this.channel.use();
	}

	private FileChannel open() throws IOException {
		return this.exists ? reopen() : create();
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
		FileChannel created = PrivateFiles.in(this.directory, () -> PrivateFiles.create(path()));
		this.exists = true;
		return created;
	}

	void letGo() {
		this.channel.letGo();
		closeIfIdle();
	}

	/** Returns it if it stays open for a while though nobody uses it. */
	@Nullable FileChannel lasting() {
		return this.parked ? null : this.channel.peek();
	}

	/** Records a read by somebody for whom it does not have to stay open. */
	void touch() {
		this.channel.touch();
	}

	boolean isUsed() {
		return this.channel.isUsed();
	}

	/** Closes it as soon as nobody uses it, or not any more. */
	void park(boolean idle) {
		this.parked = idle;
		closeIfIdle();
	}

	private void closeIfIdle() {
		if (this.parked) {
			this.channel.closeIfIdle();
		}
	}

	/** Begins with the content of another file, which it becomes. */
	void takeOver(SpooledContent content) throws IOException {
		PrivateFiles.in(this.directory, () -> {
			content.moveTo(path());
			return path();
		});
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
