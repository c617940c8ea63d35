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
 * A local file of one segment: created when it is needed, and open while it is used or
 * about to be used.
 */
final class OwnFile implements SegmentPlace {

	private final Path directory;

	private final OpenChannels channels;

	private final long number;

	private volatile Runnable onDamage = () -> {
	};

	private LocalFile file;

	private final LocalChannel channel;

	private boolean exists;

	/** Whether the file is closed when it is not in use. */
	private boolean parked;

	/** Whether the file now belongs to another segment. */
	private boolean left;

	/**
	 * Describes a file that does not exist yet.
	 */
	OwnFile(Path directory, OpenChannels channels, long number) {
		this.directory = directory;
		this.channels = channels;
		this.channel = new LocalChannel(channels, this::open);
		this.number = number;
		this.file = describe();
	}

	private LocalFile describe() {
		return new LocalFile(this.directory.resolve(this.number + SegmentStore.SUFFIX), capacity(),
				() -> this.onDamage.run());
	}

	@Override
	public void onDamage(Runnable action) {
		this.onDamage = action;
	}

	@Override
	public void restore() {
		this.exists = true;
		this.parked = true;
	}

	@Override
	public long number() {
		return this.number;
	}

	@Override
	public int slotBytes() {
		return 0;
	}

	@Override
	public long offset() {
		return 0;
	}

	@Override
	public long capacity() {
		return Segment.BYTES;
	}

	@Override
	public LocalFile description() {
		return this.file;
	}

	@Override
	public Path path() {
		return this.file.path();
	}

	@Override
	public FileChannel use() throws IOException {
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
			// Others may have the deleted file open.
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

	@Override
	public void letGo() {
		this.channel.letGo();
		closeIfIdle();
	}

	@Override
	public boolean isUsed() {
		return this.channel.isUsed();
	}

	@Override
	public void stored(long end) {
		// The ranges of the segment have this information.
	}

	@Override
	public boolean isCutOff(FileChannel open, long end) throws IOException {
		return open.size() < end;
	}

	@Override
	public boolean isIntact() {
		return true;
	}

	@Override
	public @Nullable FileChannel lasting() {
		return this.parked ? null : this.channel.peek();
	}

	@Override
	public void touch() {
		this.channel.touch();
	}

	@Override
	public void park(boolean idle) {
		this.parked = idle;
		closeIfIdle();
	}

	private void closeIfIdle() {
		if (this.parked) {
			this.channel.closeIfIdle();
		}
	}

	/** Starts with the content of another file, which becomes this one. */
	void takeOver(SpooledContent content) throws IOException {
		PrivateFiles.in(this.directory, () -> {
			content.moveTo(path());
			return path();
		});
		restore();
	}

	@Override
	public SegmentPlace bequeath(long size, long end) {
		this.left = true;
		leave();
		return new OwnFile(this.directory, this.channels, this.number);
	}

	@Override
	public void delete() {
		if (this.left) {
			return;
		}
		leave();
		try {
			Files.deleteIfExists(path());
		}
		catch (IOException ex) {
			// The next start deletes the file.
		}
	}

	private void leave() {
		park(true);
		this.file.drop();
	}

}
