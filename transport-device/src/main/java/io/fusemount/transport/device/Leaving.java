package io.fusemount.transport.device;

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
	private volatile boolean held;

	/** What an administrator is to know, empty if there is nothing to be said. */
	private volatile String remark = "";

	private volatile boolean begun;

	private volatile boolean done;

	/** Why the filesystem could not be left, {@code null} if it could. */
	private volatile @Nullable RuntimeException obstacle;

	void hold() {
		this.held = true;
	}

	void remark(String text) {
		this.remark = this.remark.isEmpty() ? text : this.remark + "; " + text;
	}

	boolean isPossible() {
		return this.held;
	}

	/** The filesystem is left as soon as no thread serves requests. */
	void begin() {
		this.begun = true;
	}

	/** The filesystem is unmounted instead. */
	void giveUp() {
		this.begun = false;
	}

	/** Leaves the filesystem if that has begun. */
	boolean end(RequestServer server, KernelMount mount) {
		if (!this.begun) {
			return false;
		}
		try {
			server.leave();
			mount.leave();
			this.done = true;
		}
		catch (RuntimeException ex) {
			this.obstacle = ex;
		}
		return this.done;
	}

	/** Whether the filesystem was left. */
	boolean isDone() {
		return this.done;
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

}
