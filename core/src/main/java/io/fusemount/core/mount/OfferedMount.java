package io.fusemount.core.mount;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * A mount that another process of the application may get.
 */
record OfferedMount(Mount mount, TransportSession session) implements Succession {

	@Override
	public @Nullable String leave(long process, Duration timeout) {
		return this.mount.giveWay(this.session, process, timeout);
	}

	@Override
	public boolean resume() {
		return this.mount.resume();
	}

}
