package io.fusemount.core.spool;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.channel.LocalChannel;
import io.fusemount.core.channel.OpenChannels;
import io.fusemount.core.local.BootId;
import io.fusemount.core.local.PrivateFiles;
import org.jspecify.annotations.Nullable;

/**
 * The label of a spool file, in a file beside it. Each label overwrites the previous one
 * completely, because creating or truncating a file costs more than writing its content.
 * An invalid label is marked as such.
 */
final class LabelFile {

	private static final String SUFFIX = ".label";

	/** The first line of a valid label. That of an invalid label has the same length. */
	private static final String VALID = "valid=yes\n";

	private static final String INVALID = "valid=no \n";

	/** The second line: the start of the machine for which the label is valid. */
	private static final String BOOT = "boot=" + boot() + "\n";

	/** Shorter labels are padded with empty lines. */
	private static final int LENGTH = 512;

	private final Path path;

	private final LocalChannel channel;

	/** The length of the file, 0 if it does not exist. */
	@GuardedBy("this")
	private int length;

	private volatile boolean valid;

	@GuardedBy("this")
	private boolean old;

	/**
	 * Whether there was a label of a local file, which stays valid across restarts of the
	 * machine.
	 */
	@GuardedBy("this")
	private boolean lasting;

	/** Whether the label may be valid although it should not be. */
	@GuardedBy("this")
	private boolean doubtful;

	/**
	 * Describes a file without a label.
	 */
	LabelFile(Path spoolFile, OpenChannels channels) {
		String name = spoolFile.getFileName().toString();
		int dot = name.lastIndexOf('.');
		this.path = spoolFile.resolveSibling(((dot >= 0) ? name.substring(0, dot) : name) + SUFFIX);
		this.channel = new LocalChannel(channels, this::open);
	}

	private FileChannel open() throws IOException {
		return PrivateFiles.open(this.path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
	}

	/**
	 * Reads the label left by an earlier process.
	 * @return the label, or {@code null} if there is no valid one
	 */
	synchronized @Nullable SpoolLabel restore() throws IOException {
		try {
			byte[] bytes = Files.readAllBytes(this.path);
			// An unreadable label may come from a disk that failed.
			this.length = Math.max(1, bytes.length);
			String text = new String(bytes, StandardCharsets.UTF_8);
			this.valid = !text.startsWith(INVALID);
			this.old = !text.startsWith(VALID + BOOT);
			return this.valid ? SpoolLabel.parse(text) : null;
		}
		catch (NoSuchFileException ex) {
			return null;
		}
	}

	/**
	 * Whether a process that finds the file after a crash has to keep it, even if it
	 * cannot read the label.
	 */
	boolean isValid() {
		return this.valid;
	}

	/**
	 * Whether the machine was restarted since the label was written: the bytes beside it
	 * may belong to the next content, whose label has not reached the disk.
	 */
	synchronized boolean isOld() {
		return this.old;
	}

	/**
	 * Whether the file and its label can be reused for other content.
	 */
	synchronized boolean isReusable() {
		return !this.doubtful && !this.lasting;
	}

	/**
	 * Whether the label file exists if it should.
	 */
	synchronized boolean isIntact() {
		return this.length == 0 || Files.exists(this.path);
	}

	synchronized void write(SpoolLabel label) throws IOException {
		byte[] text = (VALID + BOOT + label.text()).getBytes(StandardCharsets.UTF_8);
		byte[] filled = Arrays.copyOf(text, Math.max(LENGTH, Math.max(text.length, this.length)));
		Arrays.fill(filled, text.length, filled.length, (byte) '\n');
		this.length = filled.length;
		this.lasting = this.lasting || label.kind() != SpoolLabel.Kind.CONTENT;
		this.doubtful = true;
		write(filled);
		this.valid = true;
		this.doubtful = false;
	}

	/**
	 * Marks the label as invalid. If a valid label remains, a later process keeps more
	 * than necessary; that is no reason to fail the operation.
	 */
	synchronized void invalidate() {
		if (this.valid || this.doubtful) {
			this.valid = false;
			try {
				write(INVALID.getBytes(StandardCharsets.UTF_8));
				this.doubtful = false;
			}
			catch (IOException ex) {
				// There is no room, or an interrupt has closed the file; it can still be
				// deleted.
				delete();
			}
		}
	}

	/** Forces a valid label to the disk. */
	synchronized void force() throws IOException {
		if (this.valid) {
			this.channel.with((open) -> {
				open.force(true);
				return open;
			});
		}
	}

	private static String boot() {
		try {
			return BootId.read();
		}
		catch (IOException ex) {
			// Without it, contents cannot be told apart after a failure of the machine.
			return "unknown";
		}
	}

	private void write(byte[] bytes) throws IOException {
		this.channel.with((open) -> LocalChannel.writeAll(open, 0, ByteBuffer.wrap(bytes)));
	}

	/** Releases the file descriptor until the next write. */
	synchronized void park() {
		this.channel.closeIfIdle();
	}

	/** Deletes the label, with the tolerance of {@link #invalidate}. */
	synchronized void delete() {
		park();
		if (this.length > 0) {
			this.valid = false;
			try {
				Files.deleteIfExists(this.path);
				this.length = 0;
				this.doubtful = false;
			}
			catch (IOException ex) {
				this.doubtful = true;
			}
		}
	}

}
