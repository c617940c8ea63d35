package io.fusemount.transport.linux;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.fusemount.core.mount.Deadline;
import io.fusemount.core.mount.Inheritance;
import io.fusemount.core.mount.MountException;
import io.fusemount.core.mount.MountOptions;
import io.fusemount.core.mount.Succession;
import io.fusemount.transport.device.DeviceSession;
import io.fusemount.transport.device.mount.MountPoint;
import io.fusemount.transport.device.neighbour.Gift;
import io.fusemount.transport.device.neighbour.Giver;
import io.fusemount.transport.device.neighbour.MountDescriptors;
import io.fusemount.transport.device.neighbour.Neighbour;
import io.fusemount.transport.device.neighbour.SocketOffer;
import io.fusemount.transport.linux.crash.CrashMemory;
import io.fusemount.transport.linux.crash.Remains;
import org.jspecify.annotations.Nullable;

/**
 * The mounts that go from this process to a second one beside it, or have come from such
 * a one.
 */
final class SideBySide {

	/** For a process that has died to let go of its spool. */
	private static final Duration DYING = Duration.ofSeconds(10);

	private static final long PAUSE_MILLIS = 50;

	private final HeldMounts held;

	private final Takeovers takeovers;

	private final Map<String, Path> spools = new ConcurrentHashMap<>();

	private final Map<String, Gift> gifts = new ConcurrentHashMap<>();

	/** Whether this process has started, so that it keeps what it serves. */
	private volatile boolean established;

	SideBySide(HeldMounts held, Takeovers takeovers) {
		this.held = held;
		this.takeovers = takeovers;
	}

	/** Whether a second process can get mounts. */
	boolean isOffering() {
		return this.takeovers.always() || this.held.isHolding();
	}

	/**
	 * Gets a mount from the process that serves it, if there is one: it may have got back
	 * what this process has inherited.
	 */
	Inheritance ask(MountOptions options, Path spool) {
		this.spools.put(options.name(), spool);
		boolean inherits = this.held.inherits(options);
		try {
			Gift gift = this.takeovers.wanted()
					? Neighbour.ask(spool, options, this.takeovers.timeout(), (offered) -> hold(options, offered))
					: null;
			if (gift != null) {
				this.gifts.put(options.name(), gift);
				return Inheritance.CONNECTION;
			}
		}
		catch (IOException ex) {
			this.held.drop(options);
			return Inheritance.refused(String.valueOf(ex.getMessage()));
		}
		if (!inherits) {
			// It may be held for the next process beside this one, which needs the spool.
			MountPoint.requireNotHeld(options.mountPoint());
			return Inheritance.NONE;
		}
		Remains remains = this.held.remains(options);
		return Inheritance.left((remains != null) ? remains.contents() : null);
	}

	/** From then on, this process can end without a harm to the mount. */
	private void hold(MountOptions options, Gift gift) throws IOException {
		this.held.drop(options);
		try {
			this.held.inherit(options, gift.descriptors());
		}
		catch (MountException ex) {
			throw new IOException(ex.getMessage(), ex);
		}
	}

	/** Whether another process would take a mount back that it has given. */
	boolean isReturnable(MountOptions options) {
		Gift gift = this.gifts.get(options.name());
		return gift != null && gift.isReturnable();
	}

	/**
	 * Lets a process that would take the mount back have what this one writes down.
	 * @param memory the memory, {@code null} if there is none
	 */
	void show(@Nullable CrashMemory memory, MountOptions options) {
		Gift gift = this.gifts.get(options.name());
		if (gift != null && memory != null) {
			gift.show(memory.descriptor());
		}
	}

	/** Lets other processes ask for a mount. */
	void offer(DeviceSession session, MountOptions options) {
		Gift gift = this.gifts.get(options.name());
		if (gift != null && this.established) {
			keep(options);
		}
		else if (gift != null) {
			session.hold(gift::isReturnable);
			session.ended().thenRun(() -> settle(options, gift, session));
		}
		Path spool = this.spools.get(options.name());
		if (spool == null || !isOffering()) {
			return;
		}
		try {
			session.offerBy(SocketOffer.at(spool, options, session.mount(), new Owner(options)));
		}
		catch (IOException ex) {
			session.remark("a second process cannot take it over: " + ex.getMessage());
		}
	}

	private void settle(MountOptions options, Gift gift, DeviceSession session) {
		if (session.isLeft() && !session.isGiven() && gift.giveBack()) {
			this.held.forget(options);
		}
		else if (!session.isLeft()) {
			gift.keep();
		}
	}

	/** Gives a mount back that could not be served here, unless it was unmounted. */
	void failed(MountOptions options) {
		Gift gift = this.gifts.remove(options.name());
		if (gift == null) {
			return;
		}
		if (this.held.drop(options)) {
			gift.giveBack();
		}
		else {
			gift.keep();
		}
	}

	/** Keeps all mounts for good, and what it serves from now on. */
	void established() {
		this.established = true;
		this.gifts.values().forEach(Gift::keep);
		this.gifts.clear();
	}

	private void keep(MountOptions options) {
		Gift gift = this.gifts.remove(options.name());
		if (gift != null) {
			gift.keep();
		}
	}

	/**
	 * This process, as far as a mount has gone to another one.
	 */
	private final class Owner implements Giver {

		private final MountOptions options;

		Owner(MountOptions options) {
			this.options = options;
		}

		@Override
		public void given() {
			SideBySide.this.held.forget(this.options);
			keep(this.options);
		}

		@Override
		public void takeBack(MountDescriptors descriptors, Succession mount) {
			boolean served = false;
			try {
				inherit(descriptors);
				served = resume(mount, Deadline.in(DYING));
			}
			catch (MountException ex) {
				if (ex.reason() == MountException.Reason.SPOOL_IN_USE) {
					// Another process has been quicker.
					SideBySide.this.held.drop(this.options);
				}
				throw ex;
			}
			finally {
				if (!served) {
					SideBySide.this.held.letGo(this.options);
				}
			}
		}

		private void inherit(MountDescriptors descriptors) {
			try {
				SideBySide.this.held.inherit(this.options, descriptors);
			}
			catch (MountException ex) {
				// It is not mounted any more, so it is mounted anew.
			}
		}

		/** The kernel lets go of the spool a moment after the other process has ended. */
		private boolean resume(Succession mount, Deadline deadline) {
			while (true) {
				try {
					return mount.resume();
				}
				catch (MountException ex) {
					if (ex.reason() != MountException.Reason.SPOOL_IN_USE || deadline.remaining().isZero()) {
						throw ex;
					}
					pause();
				}
			}
		}

		private static void pause() {
			try {
				Thread.sleep(PAUSE_MILLIS);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}

	}

}
