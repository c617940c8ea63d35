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
 * The label of a file of the spool, in a file beside it. Each label is written over the
 * one before, all of it at once: to create a file, or to cut one off, costs more than
 * what is in it. One that is not valid any more says so.
 */
final class LabelFile {

	private static final String SUFFIX = ".label";

	/** How a label begins, and how one does that is not valid: as long as that. */
	private static final String VALID = "valid=yes\n";

	private static final String INVALID = "valid=no \n";

	/** What follows: the start of the machine that it is good for. */
	private static final String BOOT = "boot=" + boot() + "\n";

	/** What is shorter is filled up by empty lines. */
	private static final int LENGTH = 512;

	private final Path path;

	private final LocalChannel channel;

	/** The number of bytes, 0 if there is no file. */
	@GuardedBy("this")
	private int length;

	private volatile boolean valid;

	@GuardedBy("this")
	private boolean old;

	/** Whether there was a label of a local file, which is believed after that, too. */
	@GuardedBy("this")
	private boolean lasting;

	/** Whether it may be valid though it should not be. */
	@GuardedBy("this")
	private boolean doubtful;

	/**
	 * Describes the label of a file that has none.
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
	 * Reads what an earlier process has left.
	 * @return {@code null} if there is no label that can be understood
	 */
	synchronized @Nullable SpoolLabel restore() throws IOException {
		try {
			byte[] bytes = Files.readAllBytes(this.path);
			// One that can not be understood may be that of a disk which failed, too.
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
	 * Whether a process that finds the file after a crash is to keep it, though it may
	 * not understand what it is.
	 */
	boolean isValid() {
		return this.valid;
	}

	/**
	 * Whether the machine has been started anew since it was written: the bytes beside it
	 * may be those of the next content, whose label has not reached the disk.
	 */
	synchronized boolean isOld() {
		return this.old;
	}

	/**
	 * Whether other content may have the file and its label next.
	 */
	synchronized boolean isReusable() {
		return !this.doubtful && !this.lasting;
	}

	/**
	 * Whether there is a file if there should be one.
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
	 * Says that it is not valid any more. If one stays that is, a later process keeps
	 * more than it has to: that is no reason to call what has been done a failure.
	 */
	synchronized void invalidate() {
		if (this.valid || this.doubtful) {
			this.valid = false;
			try {
				write(INVALID.getBytes(StandardCharsets.UTF_8));
				this.doubtful = false;
			}
			catch (IOException ex) {
				// No room, or an interrupt has closed it: neither keeps it from going.
				delete();
			}
		}
	}

	/** Writes a valid label to the disk. */
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
			// Without it, content is told apart by nothing after a failure of the
			// machine.
			return "unknown";
		}
	}

	private void write(byte[] bytes) throws IOException {
		this.channel.with((open) -> LocalChannel.writeAll(open, 0, ByteBuffer.wrap(bytes)));
	}

	/** Gives the file descriptor back until it is written again. */
	synchronized void park() {
		this.channel.closeIfIdle();
	}

	/** Takes the label away, as {@link #invalidate} does. */
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
