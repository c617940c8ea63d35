package io.fusemount.transport.linux;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.fusemount.core.mount.MountException;
import io.fusemount.core.mount.MountOptions;
import io.fusemount.core.mountinfo.PathWalk;
import io.fusemount.transport.device.DeviceSession;
import io.fusemount.transport.device.libc.Native;
import io.fusemount.transport.device.mount.KernelMount;
import io.fusemount.transport.device.store.DescriptorStore;
import org.jspecify.annotations.Nullable;

/**
 * The mounts whose connections to the kernel a store holds for the next process, and
 * those that this process has got from the one before.
 */
final class HeldMounts {

	private final DescriptorStore store;

	private final boolean wanted;

	private final Map<String, KernelMount> inherited = new ConcurrentHashMap<>();

	private final Map<String, String> refusals = new ConcurrentHashMap<>();

	/**
	 * Creates it.
	 * @param wanted whether mounts go from one process to the next
	 */
	HeldMounts(DescriptorStore store, boolean wanted) {
		this.store = store;
		this.wanted = wanted;
	}

	/** Whether mounts are held for the next process. */
	boolean isHolding() {
		return this.wanted && this.store.isThere();
	}

	/** Whether this process has got a mount from the one before. */
	boolean inherits(MountOptions options) {
		if (!this.inherited.containsKey(options.name())) {
			KernelMount mount = adopt(options);
			if (mount != null) {
				this.inherited.put(options.name(), mount);
			}
		}
		return this.wanted && this.inherited.containsKey(options.name());
	}

	/** Returns the mount of the process before, once; {@code null} if there is none. */
	@Nullable KernelMount take(MountOptions options) {
		KernelMount known = this.inherited.remove(options.name());
		return (known != null) ? known : adopt(options);
	}

	private @Nullable KernelMount adopt(MountOptions options) {
		Integer device = this.store.take(device(options));
		Integer helper = this.store.take(helper(options));
		if (device == null) {
			if (helper != null) {
				Native.libc().close(helper);
			}
			return null;
		}
		try {
			return KernelMount.adopt(PathWalk.unvisited(options.mountPoint()), options, device, helper);
		}
		catch (MountException ex) {
			refuse(options, String.valueOf(ex.getMessage()));
			return null;
		}
	}

	/** Lets a mount go that the process before has left without notes. */
	void letGo(KernelMount mount, MountOptions options) {
		mount.detach();
		Native.libc().close(mount.device());
		mount.release();
		refuse(options, this.wanted ? "The process before has left no notes for this one" : "fusemount.takeover=never");
	}

	private void refuse(MountOptions options, String reason) {
		this.refusals.put(options.name(), reason);
		forget(options);
	}

	/**
	 * Returns why the mount of the process before was let go, {@code null} if it was not.
	 */
	@Nullable String refusal(MountOptions options) {
		return this.refusals.get(options.name());
	}

	/** Lets the store hold a mount until its session has ended. */
	void hold(DeviceSession session, MountOptions options) {
		if (!isHolding()) {
			return;
		}
		KernelMount mount = session.mount();
		try {
			this.store.keep(device(options), mount.device());
			if (mount.socket() >= 0) {
				this.store.keep(helper(options), mount.socket());
			}
			session.hold();
		}
		catch (IOException ex) {
			session.remark("the next process cannot take it over: " + ex.getMessage());
		}
		session.ended().thenRun(() -> {
			if (!session.isLeft()) {
				forget(options);
			}
		});
	}

	/** Lets the store forget a mount. */
	void forget(MountOptions options) {
		try {
			if (this.store.isThere()) {
				this.store.remove(device(options));
				this.store.remove(helper(options));
			}
		}
		catch (IOException ex) {
			// The store removes descriptors of connections that have ended by itself.
		}
	}

	private static String device(MountOptions options) {
		return "fusemount-" + options.name() + "-device";
	}

	private static String helper(MountOptions options) {
		return "fusemount-" + options.name() + "-helper";
	}

}
