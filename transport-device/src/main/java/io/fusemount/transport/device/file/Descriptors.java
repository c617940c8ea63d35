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
 * Local files that the kernel reads directly. They stay open until they are dropped, as
 * long as they are among the most recently used.
 */
public final class Descriptors implements AutoCloseable {

	/**
	 * The maximum number of files, because mapped files count as memory of the process in
	 * monitoring.
	 */
	private static final int KEPT = 64;

	/**
	 * In bytes: smaller reads cannot be spliced, and may be among many at random places.
	 */
	private static final int LARGE = 8192;

	/** Opening a file takes the time of a few large reads, and of many small ones. */
	private static final int PATIENCE_FOR_LARGE = 16;

	private static final int PATIENCE_FOR_SMALL = 4096;

	private static final int O_CLOEXEC = 02000000;

	private final Map<LocalFile, Descriptor> open = new ConcurrentHashMap<>();

	/** Increases whenever a file is not open; it is the clock of the last uses. */
	private final AtomicLong age = new AtomicLong();

	private volatile boolean closed;

	/**
	 * Opens the file of a range as {@link #acquire(LocalFile, int)} does, unless the file
	 * was truncated from outside; its owner is then notified.
	 * @param asked the number of bytes read at once
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
	 * @param patience the number of refusals before a file that was used in between gives
	 * way: opening a file costs far more than reading a little by other means
	 * @return the descriptor, or {@code null} if the file cannot be opened or is not
	 * worth it
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
		// Before others find it, because the path may lead to another file by now.
		if (!file.onDrop(() -> forget(file))) {
			fresh.release();
			return null;
		}
		fresh.use(now);
		this.open.put(file, fresh);
		return fresh;
	}

	/** Waits for a thread that is just opening the file. */
	private synchronized void forget(LocalFile file) {
		Descriptor removed = this.open.remove(file);
		if (removed != null) {
			removed.release();
		}
	}

	/**
	 * Closes the files that are not in use, and the others when they are released.
	 */
	@Override
	public synchronized void close() {
		this.closed = true;
		this.open.keySet().forEach(this::forget);
	}

}
