package io.fusemount.core.channel;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import org.jspecify.annotations.Nullable;

/**
 * The channel of a local file, opened when the file is used. It may be closed whenever
 * nobody uses it, and is opened again then.
 */
public final class LocalChannel {

	private final OpenChannels all;

	private final Opening opening;

	@GuardedBy("this")
	private @Nullable FileChannel channel;

	/** How many uses are under way that it has to stay open for. */
	@GuardedBy("this")
	private int users;

	private volatile boolean touched;

	/**
	 * Creates it; the file is opened when it is used first.
	 */
	public LocalChannel(OpenChannels all, Opening opening) {
		this.all = all;
		this.opening = opening;
	}

	/**
	 * Opens the file, unless it is open, until {@link #letGo}.
	 */
	public FileChannel use() throws IOException {
		FileChannel used;
		boolean opened = false;
		synchronized (this) {
			used = this.channel;
			// An interrupt closes it.
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
	 * Does something with the file while it is open.
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
	 * Writes all bytes of a buffer at a position of an open file, which may take fewer at
	 * once.
	 * @return where they end
	 */
	public static long writeAll(FileChannel open, long position, ByteBuffer bytes) throws IOException {
		long at = position;
		while (bytes.hasRemaining()) {
			at += open.write(bytes, at);
		}
		return at;
	}

	/**
	 * Records that an open file was used again, by whatever way.
	 */
	public void touch() {
		if (!this.touched) {
			this.touched = true;
		}
	}

	/** Whether it was used since this was asked last. */
	boolean isUsedAgain() {
		boolean used = this.touched;
		this.touched = false;
		return used;
	}

	/**
	 * Returns the channel if it is open, for those who are content if it is closed at any
	 * time.
	 */
	public synchronized @Nullable FileChannel peek() {
		return this.channel;
	}

	/**
	 * Whether somebody uses it.
	 */
	public synchronized boolean isUsed() {
		return this.users > 0;
	}

	/**
	 * Closes it, unless somebody uses it.
	 */
	public synchronized void closeIfIdle() {
		if (this.users == 0) {
			try {
				close();
			}
			catch (IOException ex) {
				// The bytes are where they were: this loses a descriptor at worst.
			}
		}
	}

	/**
	 * Closes it, whoever uses it.
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
	 * What is done with the open file.
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
