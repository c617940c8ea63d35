package io.fusemount.transport.linux.notice;

import java.util.LinkedHashMap;
import java.util.Map;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.name.Name;

/**
 * Names that the kernel was told to stand for nothing. Who creates a file by other ways
 * seldom says by which name, so that all of them are looked up again then.
 */
public final class Missing {

	/** The kernel is not to believe in more of them. */
	private static final int MAX = 4096;

	@GuardedBy("this")
	private Map<Notice.Entry, Long> names = new LinkedHashMap<>();

	/**
	 * Takes note of one.
	 * @param nanos for how long the kernel is to believe it
	 * @return for how long it may
	 */
	public synchronized long add(long directory, Name name, long nanos) {
		if (nanos > 0) {
			long now = System.nanoTime();
			if (this.names.size() >= MAX) {
				this.names.values().removeIf((until) -> until - now <= 0);
			}
			if (this.names.size() >= MAX) {
				return 0;
			}
			this.names.put(new Notice.Entry(directory, name), now + nanos);
		}
		return nanos;
	}

	/**
	 * Has all of them looked up again.
	 * @return whether there are any
	 */
	boolean announce(Notifier notifier) {
		Map<Notice.Entry, Long> taken;
		synchronized (this) {
			taken = this.names;
			if (taken.isEmpty()) {
				return false;
			}
			this.names = new LinkedHashMap<>();
		}
		long now = System.nanoTime();
		taken.forEach((entry, until) -> {
			if (until - now > 0) {
				notifier.entry(entry.name(), entry.directory());
			}
		});
		return true;
	}

	/**
	 * Whether the kernel believes that a name stands for nothing.
	 */
	synchronized boolean has(long directory, Name name) {
		Long until = this.names.get(new Notice.Entry(directory, name));
		return until != null && until - System.nanoTime() > 0;
	}

}
