package io.fusemount.transport.linux;

import java.io.IOException;

import io.fusemount.transport.device.store.DescriptorStore;
import org.jspecify.annotations.Nullable;

/**
 * The store of a process without a service manager.
 */
final class NothingHeld implements DescriptorStore {

	@Override
	public boolean isThere() {
		return false;
	}

	@Override
	public @Nullable Integer take(String name) {
		return null;
	}

	@Override
	public void abandon() {
	}

	@Override
	public void keep(String name, int descriptor) throws IOException {
		throw new IOException("There is none");
	}

	@Override
	public void remove(String name) throws IOException {
		throw new IOException("There is none");
	}

}
