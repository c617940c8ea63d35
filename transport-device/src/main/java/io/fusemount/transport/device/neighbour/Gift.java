package io.fusemount.transport.device.neighbour;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;

/**
 * A mount that another process has left to this one, and takes back unless this one keeps
 * it.
 */
public final class Gift {

	private final int device;

	private final @Nullable Integer helper;

	private final LocalSocket giver;

	private final AtomicBoolean settled = new AtomicBoolean();

	Gift(int device, @Nullable Integer helper, LocalSocket giver) {
		this.device = device;
		this.helper = helper;
		this.giver = giver;
	}

	/**
	 * Returns the open device, which the caller owns.
	 */
	public int device() {
		return this.device;
	}

	/**
	 * Returns the socket whose end the helper waits for, which the caller owns;
	 * {@code null} if the mount has no helper.
	 */
	public @Nullable Integer helper() {
		return this.helper;
	}

	/**
	 * Whether the giver would take the mount back.
	 */
	public boolean isReturnable() {
		return !this.settled.get() && !this.giver.isReady();
	}

	/**
	 * Keeps the mount for good.
	 */
	public void keep() {
		end(Message.KEPT);
	}

	/**
	 * Lets the giver serve the mount again, which this process has left.
	 * @return whether the giver knows
	 */
	public boolean giveBack() {
		return end(Message.BACK);
	}

	private boolean end(Message last) {
		if (!this.settled.compareAndSet(false, true)) {
			return false;
		}
		try (this.giver) {
			this.giver.send(last.bytes(""), null);
			return true;
		}
		catch (IOException ex) {
			// The giver has ended.
			return false;
		}
	}

}
