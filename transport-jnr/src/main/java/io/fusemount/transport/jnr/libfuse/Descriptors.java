package io.fusemount.transport.jnr.libfuse;

import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Local files that libfuse reads by itself, open as long as they are among the last that
 * were used. A file that has been deleted keeps its space on the disk until then, so
 * there are few.
 */
public final class Descriptors implements AutoCloseable {

	private static final int KEPT = 8;

	private static final int O_CLOEXEC = 02000000;

	private final Map<Path, Descriptor> open = new LinkedHashMap<>(16, 0.75f, true);

	private boolean closed;

	/**
	 * Opens a file until the descriptor is {@linkplain Descriptor#release() released}.
	 * @return {@code null} if that is not possible
	 */
	public synchronized @Nullable Descriptor acquire(Path file) {
		Descriptor known = this.open.get(file);
		if (known == null) {
			int number = this.closed ? -1 : Native.libc().open(NativeText.encode(file.toString()), O_CLOEXEC);
			if (number < 0) {
				return null;
			}
			known = new Descriptor(number);
			this.open.put(file, known);
			removeEldest();
		}
		known.users++;
		return known;
	}

	private void removeEldest() {
		if (this.open.size() > KEPT) {
			Iterator<Descriptor> eldest = this.open.values().iterator();
			Descriptor removed = eldest.next();
			eldest.remove();
			removed.release();
		}
	}

	/**
	 * Closes what nobody uses, and the rest when it is released.
	 */
	@Override
	public synchronized void close() {
		this.closed = true;
		this.open.values().forEach(Descriptor::release);
		this.open.clear();
	}

	/**
	 * An open file.
	 */
	public final class Descriptor {

		private final int number;

		/** The table is the first. */
		private int users = 1;

		private Descriptor(int number) {
			this.number = number;
		}

		/**
		 * Returns what the kernel knows the file by.
		 */
		public int number() {
			return this.number;
		}

		/**
		 * Ends one use.
		 */
		public void release() {
			synchronized (Descriptors.this) {
				if (--this.users == 0) {
					Native.libc().close(this.number);
				}
			}
		}

	}

}
