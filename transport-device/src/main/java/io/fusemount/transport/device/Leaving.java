package io.fusemount.transport.device;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

import io.fusemount.core.mount.Channel;
import io.fusemount.core.mount.MountException;
import io.fusemount.core.mount.MountException.Reason;
import io.fusemount.transport.device.mount.KernelMount;
import io.fusemount.transport.device.worker.RequestServer;
import org.jspecify.annotations.Nullable;

/**
 * Whether and how a session leaves its filesystem to the next process.
 */
final class Leaving {

	/** Whether something holds the device for the next process. */
	private volatile BooleanSupplier held = () -> false;

	/** What an administrator is to know, empty if there is nothing to be said. */
	private volatile String remark = "";

	private final AtomicReference<State> state = new AtomicReference<>(State.SERVING);

	/** Why the filesystem could not be left, {@code null} if it could. */
	private volatile @Nullable RuntimeException obstacle;

	void hold(BooleanSupplier whether) {
		BooleanSupplier others = this.held;
		this.held = () -> others.getAsBoolean() || whether.getAsBoolean();
	}

	void remark(String text) {
		this.remark = this.remark.isEmpty() ? text : this.remark + "; " + text;
	}

	boolean isPossible() {
		return this.held.getAsBoolean();
	}

	/** The filesystem is left as soon as no thread serves requests. */
	void begin() {
		this.state.compareAndSet(State.SERVING, State.BEGUN);
	}

	/**
	 * Gives up, so that the filesystem is unmounted instead.
	 * @return whether that is still possible
	 */
	boolean giveUp() {
		return this.state.compareAndSet(State.BEGUN, State.GIVEN_UP);
	}

	boolean isBegun() {
		return this.state.get() == State.BEGUN;
	}

	/** Serves on, because operations have not ended in time. */
	void revoke() {
		this.state.compareAndSet(State.BEGUN, State.SERVING);
	}

	/** Leaves the filesystem if that has begun. */
	boolean end(RequestServer server, KernelMount mount) {
		if (!this.state.compareAndSet(State.BEGUN, State.ENDING)) {
			return false;
		}
		try {
			server.leave();
			mount.leave();
			this.state.set(State.LEFT);
		}
		catch (RuntimeException ex) {
			this.obstacle = ex;
			this.state.set(State.GIVEN_UP);
		}
		return isDone();
	}

	/** Whether the filesystem was left. */
	boolean isDone() {
		return this.state.get() == State.LEFT;
	}

	/**
	 * Requires that nothing has gone wrong.
	 * @throws MountException if something has
	 */
	void requireNoObstacle(String mount) {
		RuntimeException reason = this.obstacle;
		if (reason != null) {
			throw new MountException(Reason.OTHER, "The mount '" + mount
					+ "' could not be left to the next process, and was unmounted: " + reason.getMessage(), reason);
		}
	}

	/** Adds what there is to be said to a channel. */
	Channel remark(Channel channel) {
		String known = channel.remark();
		return this.remark.isEmpty() ? channel
				: channel.remark(known.isEmpty() ? this.remark : known + "; " + this.remark);
	}

	private enum State {

		SERVING, BEGUN, ENDING, LEFT, GIVEN_UP

	}

}
