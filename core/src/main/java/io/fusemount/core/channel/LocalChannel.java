package io.fusemount.core.channel;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Objects;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import org.jspecify.annotations.Nullable;

/**
 * The channel of a local file, opened when the file is used. It may be closed while it is
 * unused, and is then reopened on the next use.
 */
public final class LocalChannel {

	private final OpenChannels all;

	private final Opening opening;

	/** Changed with the monitor. */
	private volatile @Nullable FileChannel channel;

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
		FileChannel known = use(null);
		if (known != null) {
			touch();
			return known;
		}
		// Opened without the monitor, because the disk may be slow. Another thread may
		// come first.
		FileChannel opened = this.opening.open();
		FileChannel used = Objects.requireNonNull(use(opened));
		if (used != opened) {
			opened.close();
		}
		this.all.closeExcess();
		return used;
	}

	private synchronized @Nullable FileChannel use(@Nullable FileChannel opened) {
		FileChannel used = this.channel;
		// An interrupt closes the channel.
		if (used == null || !used.isOpen()) {
			used = opened;
			if (used != null) {
				this.channel = used;
				this.all.add(this);
			}
		}
		this.users += (used != null) ? 1 : 0;
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
	 * Reads from a position without keeping the file open in the meantime.
	 * @throws java.nio.channels.ClosedChannelException if it was closed in the meantime
	 */
	public int read(long position, ByteBuffer target) throws IOException {
		FileChannel open = this.channel;
		if (open == null || !open.isOpen()) {
			return with((opened) -> opened.read(target, position));
		}
		touch();
		return open.read(target, position);
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
	public void closeIfIdle() {
		try {
			close(false);
		}
		catch (IOException ex) {
			// The bytes stay where they were; at worst this leaks a descriptor.
		}
	}

	/**
	 * Closes the channel even if it is in use.
	 */
	public void close() throws IOException {
		close(true);
	}

	/** Closed without the monitor, because a deleted file is removed with that. */
	private void close(boolean inUse) throws IOException {
		FileChannel open;
		synchronized (this) {
			open = (inUse || this.users == 0) ? this.channel : null;
			if (open != null) {
				this.channel = null;
				this.all.remove(this);
			}
		}
		if (open != null) {
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
