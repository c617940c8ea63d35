package io.fusemount.transport.device.file;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

import io.fusemount.core.local.LocalFile;
import io.fusemount.core.local.LocalRange;
import io.fusemount.transport.device.libc.Native;
import io.fusemount.transport.device.libc.NativeText;
import org.jspecify.annotations.Nullable;

/**
 * Local files that the kernel reads by itself, open until they are dropped, as long as
 * they are among the last that were used.
 */
public final class Descriptors implements AutoCloseable {

	/** Mapped files count as memory of the process, in the figures that people see. */
	private static final int KEPT = 64;

	/**
	 * In bytes: what is less can not be spliced, and may be one of many at random places.
	 */
	private static final int LARGE = 8192;

	/** A file is opened in the time of a few large reads, and of many small ones. */
	private static final int PATIENCE_FOR_LARGE = 16;

	private static final int PATIENCE_FOR_SMALL = 4096;

	private static final int O_CLOEXEC = 02000000;

	private final Map<LocalFile, Descriptor> open = new ConcurrentHashMap<>();

	/** Goes up whenever a file is not open: the time by which uses are told apart. */
	private final AtomicLong age = new AtomicLong();

	private volatile boolean closed;

	/**
	 * Opens the file of a range, as {@link #acquire(LocalFile, int)} does, unless
	 * somebody has cut it off: its owner is told then.
	 * @param asked how many bytes are read at once
	 */
	public @Nullable Descriptor acquire(LocalRange range, int asked) {
		Descriptor descriptor = acquire(range.file(), (asked < LARGE) ? PATIENCE_FOR_SMALL : PATIENCE_FOR_LARGE);
		if (descriptor == null || descriptor.reaches(range.position() + range.length())) {
			return descriptor;
		}
		descriptor.release();
		range.file().damaged();
		return null;
	}

	/**
	 * Opens a file until the descriptor is {@linkplain Descriptor#release() released}.
	 * @param patience how often others have to be refused before one that was used since
	 * gives way: to open a file costs far more than to read a little by other means
	 * @return {@code null} if that is not possible, or not worth it
	 */
	@Nullable Descriptor acquire(LocalFile file, int patience) {
		Descriptor known = this.open.get(file);
		if (known != null && known.use(this.age.get())) {
			return known;
		}
		long now = this.age.incrementAndGet();
		return (this.open.size() < KEPT || makeRoom(now - patience)) ? open(file, now) : null;
	}

	private boolean makeRoom(long oldest) {
		LocalFile unused = null;
		long lastUse = oldest;
		for (Map.Entry<LocalFile, Descriptor> entry : this.open.entrySet()) {
			if (entry.getValue().lastUse() < lastUse) {
				unused = entry.getKey();
				lastUse = entry.getValue().lastUse();
			}
		}
		if (unused != null) {
			forget(unused);
		}
		return unused != null;
	}

	private synchronized @Nullable Descriptor open(LocalFile file, long now) {
		Descriptor known = this.open.get(file);
		if (known != null && known.use(now)) {
			return known;
		}
		int number = this.closed ? -1 : Native.libc().open(NativeText.encode(file.path().toString()), O_CLOEXEC);
		if (number < 0) {
			return null;
		}
		Descriptor fresh = new Descriptor(number, file.capacity());
		// Before others find it: what is at that path now may be another file.
		if (!file.onDrop(() -> forget(file))) {
			fresh.release();
			return null;
		}
		fresh.use(now);
		this.open.put(file, fresh);
		return fresh;
	}

	/** Waits for who is just opening it. */
	private synchronized void forget(LocalFile file) {
		Descriptor removed = this.open.remove(file);
		if (removed != null) {
			removed.release();
		}
	}

	/**
	 * Closes what nobody uses, and the rest when it is released.
	 */
	@Override
	public synchronized void close() {
		this.closed = true;
		this.open.keySet().forEach(this::forget);
	}

}
