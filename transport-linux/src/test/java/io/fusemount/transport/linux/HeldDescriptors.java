package io.fusemount.transport.linux;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.fusemount.transport.device.libc.Native;
import io.fusemount.transport.device.store.DescriptorStore;
import org.jspecify.annotations.Nullable;

/**
 * A store in this process, which is the process before and the next one.
 */
final class HeldDescriptors implements DescriptorStore {

	private static final int F_DUPFD_CLOEXEC = 1030;

	private final Map<String, Integer> held = new ConcurrentHashMap<>();

	/** Whether the next process gets what is held. */
	private boolean passing;

	/** Lets the next process get what is held, once. */
	void pass() {
		this.passing = true;
	}

	boolean isEmpty() {
		return this.held.isEmpty();
	}

	@Override
	public boolean isThere() {
		return true;
	}

	@Override
	public @Nullable Integer take(String name) {
		Integer descriptor = this.passing ? this.held.get(name) : null;
		return (descriptor != null) ? duplicate(descriptor) : null;
	}

	@Override
	public void abandon() {
		this.passing = false;
	}

	@Override
	public void keep(String name, int descriptor) {
		close(this.held.put(name, duplicate(descriptor)));
		this.passing = false;
	}

	@Override
	public void remove(String name) {
		close(this.held.remove(name));
	}

	private static int duplicate(int descriptor) {
		return Native.libc().fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
	}

	private static void close(@Nullable Integer descriptor) {
		if (descriptor != null) {
			Native.libc().close(descriptor);
		}
	}

}
