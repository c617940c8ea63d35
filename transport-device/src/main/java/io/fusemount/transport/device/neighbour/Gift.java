package io.fusemount.transport.device.neighbour;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A mount that another process has left to this one, and takes back unless this one keeps
 * it.
 */
public final class Gift {

	private final MountDescriptors descriptors;

	private final LocalSocket giver;

	private final AtomicBoolean settled = new AtomicBoolean();

	Gift(MountDescriptors descriptors, LocalSocket giver) {
		this.descriptors = descriptors;
		this.giver = giver;
	}

	/**
	 * Returns the descriptors of the mount, which belong to the caller.
	 */
	public MountDescriptors descriptors() {
		return this.descriptors;
	}

	/**
	 * Whether the giver would take the mount back.
	 */
	public boolean isReturnable() {
		return !this.settled.get() && !this.giver.isReady();
	}

	/**
	 * Lets the giver have what this process writes down from now on, in case it is killed
	 * while the mount is returnable.
	 * @param memory a descriptor, which stays the caller's
	 */
	public void show(int memory) {
		try {
			if (!this.settled.get()) {
				this.giver.send(Message.MEMORY.bytes(""), memory);
			}
		}
		catch (IOException ex) {
			// The giver has ended.
		}
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
