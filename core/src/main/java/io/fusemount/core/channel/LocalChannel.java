package io.fusemount.core.channel;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import org.jspecify.annotations.Nullable;

/**
 * The channel of a local file, opened when the file is used. It may be closed while it is
 * unused, and is then reopened on the next use.
 */
public final class LocalChannel {

	private final OpenChannels all;

	private final Opening opening;

	@GuardedBy("this")
	private @Nullable FileChannel channel;

	/** The number of current uses, during which it has to stay open. */
	@GuardedBy("this")
	private int users;

	private volatile boolean touched;

	/**
	 * Creates the channel. The file is opened on its first use.
	 */
	public LocalChannel(OpenChannels all, Opening opening) {
		this.all = all;
		this.opening = opening;
	}

	/**
	 * Opens the file if it is not open. It then stays open until {@link #letGo}.
	 */
	public FileChannel use() throws IOException {
		FileChannel used;
		boolean opened = false;
		synchronized (this) {
			used = this.channel;
			// An interrupt closes the channel.
			if (used == null || !used.isOpen()) {
				used = this.opening.open();
				this.channel = used;
				this.all.add(this);
				opened = true;
			}
			this.users++;
		}
		if (opened) {
			this.all.closeExcess();
		}
		else {
			touch();
		}
		return used;
	}

	/**
	 * Ends a use.
	 */
	public void letGo() {
		synchronized (this) {
			this.users--;
		}
		this.all.closeExcess();
	}

	/**
	 * Runs an action on the file while it is open.
	 */
	public <T> T with(Use<T> use) throws IOException {
		FileChannel open = use();
		try {
			return use.apply(open);
		}
		finally {
			letGo();
		}
	}

	/**
	 * Writes all bytes of a buffer at a position of an open file, in several writes if
	 * necessary.
	 * @return the position after the last byte
	 */
	public static long writeAll(FileChannel open, long position, ByteBuffer bytes) throws IOException {
		long at = position;
		while (bytes.hasRemaining()) {
			at += open.write(bytes, at);
		}
		return at;
	}

	/**
	 * Records another use of an open file.
	 */
	public void touch() {
		if (!this.touched) {
			this.touched = true;
		}
	}

	/** Whether the file was used since the last call of this method. */
	boolean isUsedAgain() {
		boolean used = this.touched;
		this.touched = false;
		return used;
	}

	/**
	 * Returns the channel if it is open, for callers that can cope with its being closed
	 * at any time.
	 */
	public synchronized @Nullable FileChannel peek() {
		return this.channel;
	}

	/**
	 * Whether the file is in use.
	 */
	public synchronized boolean isUsed() {
		return this.users > 0;
	}

	/**
	 * Closes the channel unless it is in use.
	 */
	public synchronized void closeIfIdle() {
		if (this.users == 0) {
			try {
				close();
			}
			catch (IOException ex) {
				// The bytes stay where they were; at worst this leaks a descriptor.
			}
		}
	}

	/**
	 * Closes the channel even if it is in use.
	 */
	public synchronized void close() throws IOException {
		FileChannel open = this.channel;
		this.channel = null;
		if (open != null) {
			this.all.remove(this);
			open.close();
		}
	}

	/**
	 * An action on the open file.
	 */
	@FunctionalInterface
	public interface Use<T> {

		T apply(FileChannel open) throws IOException;

	}

	/**
	 * Opens the file.
	 */
	@FunctionalInterface
	public interface Opening {

		FileChannel open() throws IOException;

	}

}
