package io.fusemount.transport.device;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

import io.fusemount.core.mount.Channel;
import io.fusemount.core.mount.Deadline;
import io.fusemount.core.mount.KernelUse;
import io.fusemount.core.mount.MountException;
import io.fusemount.core.mount.MountException.Reason;
import io.fusemount.core.mount.MountOptions;
import io.fusemount.core.mount.Succession;
import io.fusemount.core.mount.TransportSession;
import io.fusemount.core.operation.OperationWatch;
import io.fusemount.transport.device.mount.KernelMount;
import io.fusemount.transport.device.mount.MountLock;
import io.fusemount.transport.device.mount.MountPoint;
import io.fusemount.transport.device.worker.RequestServer;
import org.jspecify.annotations.Nullable;

/**
 * A filesystem that is mounted and served.
 * <p>
 * However the session ends, the last worker cleans up: only then is no thread in native
 * code that uses the session.
 */
public final class DeviceSession implements TransportSession {

	/**
	 * How long to wait for another process that mounts at the same place. Mounting takes
	 * milliseconds, even through the helper.
	 */
	private static final Duration OTHERS = Duration.ofSeconds(10);

	private static final Duration AFTER_CANCELLATION = Duration.ofSeconds(3);

	/** How long the last worker may take to write down what the next process needs. */
	private static final Duration WRITING = Duration.ofMinutes(1);

	private static final long PAUSE_MILLIS = 10;

	private final MountOptions options;

	private final Path mountPoint;

	private final KernelMount mount;

	private final RequestServer server;

	private final Shifts workers;

	private final AtomicBoolean unmounting = new AtomicBoolean();

	/** Whether the mount was removed from outside, or something was mounted over it. */
	private volatile boolean outOfReach;

	private final Leaving leaving = new Leaving();

	private volatile Offer offer = Offer.NONE;

	private volatile boolean givingWay;

	/** Why the ended session is still in the mount table; empty if it is not. */
	private volatile String complaint = "";

	private final CompletableFuture<Void> ended = new CompletableFuture<>();

	private DeviceSession(MountOptions options, Path mountPoint, KernelMount mount, RequestServer server,
			OperationWatch watch) {
		this.options = options;
		this.mountPoint = mountPoint;
		this.mount = mount;
		this.server = server;
		this.workers = new Shifts((afterLast) -> server.start(options, watch, afterLast), this::cleanUp);
	}

	/**
	 * Mounts a filesystem and serves it.
	 * @param watch answers requests whose workers do not return
	 * @param connecting creates the server of an opened device; if it fails, nothing
	 * stays mounted
	 * @return the session, after a request has come back through the kernel
	 * @throws MountException if mounting is not possible
	 */
	public static DeviceSession mount(MountOptions options, OperationWatch watch,
			Function<KernelMount, RequestServer> connecting) {
		Path mountPoint = MountPoint.prepare(options.mountPoint());
		KernelMount mount = mount(mountPoint, MountText.of(options));
		DeviceSession session = start(options, mountPoint, mount, watch, connecting);
		FirstRequest.await(options.name(), mount, mountPoint, session);
		return session;
	}

	/**
	 * Serves a filesystem that an earlier process has left mounted.
	 * @param mount the mount
	 * @param connecting creates the server; if it fails, the filesystem is unmounted
	 * @throws MountException if that is not possible
	 */
	public static DeviceSession takeOver(MountOptions options, KernelMount mount, OperationWatch watch,
			Function<KernelMount, RequestServer> connecting) {
		return start(options, mount.mountPoint(), mount, watch, connecting);
	}

	private static DeviceSession start(MountOptions options, Path mountPoint, KernelMount mount, OperationWatch watch,
			Function<KernelMount, RequestServer> connecting) {
		RequestServer server = null;
		try {
			server = connecting.apply(mount);
			return new DeviceSession(options, mountPoint, mount, server, watch);
		}
		catch (RuntimeException ex) {
			if (server != null) {
				server.close();
			}
			mount.detach();
			mount.release();
			throw ex;
		}
	}

	/** Checks again, because another process may have mounted there in the meantime. */
	private static KernelMount mount(Path mountPoint, String text) {
		MountLock lock = MountLock.acquire(mountPoint, OTHERS);
		try {
			return KernelMount.mount(MountPoint.prepare(mountPoint), text);
		}
		finally {
			lock.close();
		}
	}

	@Override
	public void unmount(Deadline deadline) {
		this.offer.end();
		if (this.unmounting.compareAndSet(false, true) && !this.workers.current().isStopping()) {
			remove();
		}
		if (!awaitEnd(deadline)) {
			this.workers.cancel();
			// No thread is interrupted, because H2 closes its file when a thread that
			// uses it is interrupted.
			if (!awaitEnd(Deadline.in(AFTER_CANCELLATION))) {
				throw new MountException(Reason.OTHER,
						"The filesystem '" + this.options.name() + "' is out of the mount table, but "
								+ this.workers.active() + " of its workers are still busy after "
								+ deadline.timeout().toMillis() + " ms");
			}
		}
		if (!this.complaint.isEmpty()) {
			throw new MountException(Reason.OTHER,
					"The mount is dead and stays in the mount table until root runs 'umount -l " + this.mountPoint
							+ "': " + this.complaint);
		}
		if (this.mount.isMounted()) {
			throw new MountException(Reason.OTHER,
					this.mount.displacement() + ": the mount is dead, and stays below it until both are unmounted");
		}
	}

	@Override
	public boolean leave(Deadline deadline) {
		if (!this.leaving.isPossible() || !beginLeaving(() -> true)) {
			return false;
		}
		if (!awaitEnd(deadline) && this.leaving.giveUp()) {
			this.mount.detach();
		}
		else {
			awaitEnd(Deadline.in(WRITING));
		}
		this.leaving.requireNoObstacle(this.options.name());
		return this.leaving.isDone();
	}

	@Override
	public boolean giveWay(Deadline deadline) {
		this.workers.hold();
		try {
			if (!beginLeaving(this.leaving::isBegun)) {
				return false;
			}
			this.givingWay = true;
			if (!awaitWorkers(deadline)) {
				this.givingWay = false;
				this.leaving.revoke();
				this.workers.replace();
				this.unmounting.set(false);
				return false;
			}
		}
		finally {
			// The session ends with the last who is here.
			this.workers.release();
		}
		awaitEnd(Deadline.in(WRITING));
		this.leaving.requireNoObstacle(this.options.name());
		return this.leaving.isDone();
	}

	/** Stops the workers, unless it is not possible to leave. */
	private boolean beginLeaving(BooleanSupplier leaving) {
		boolean possible = this.mount.isOnTop() && !this.workers.current().isStopping();
		if (!possible || !this.unmounting.compareAndSet(false, true)) {
			return false;
		}
		this.leaving.begin();
		int root = this.mount.openRoot();
		this.workers.current().stop();
		Waker.start(this.options.name(), this.mount, root, () -> !this.ended.isDone() && leaving.getAsBoolean());
		return true;
	}

	private boolean awaitWorkers(Deadline deadline) {
		try {
			return deadline.await(this.workers::haveEnded);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

	@Override
	public void offer(Succession mount) {
		this.offer.begin(mount);
	}

	/**
	 * Lets other processes ask for the mount, once it is offered, until the session ends.
	 * @param offer begins to listen
	 */
	public void offerBy(Offer offer) {
		this.offer = offer;
	}

	/**
	 * Returns the mount.
	 */
	public KernelMount mount() {
		return this.mount;
	}

	/**
	 * Records that something holds the device, so that the filesystem can be left to the
	 * next process.
	 * @param whether whether it still does
	 */
	public void hold(BooleanSupplier whether) {
		this.leaving.hold(whether);
	}

	/**
	 * Adds what an administrator is to know of the mount and other processes.
	 */
	public void remark(String text) {
		this.leaving.remark(text);
	}

	/**
	 * Whether the filesystem was left to the next process.
	 */
	public boolean isLeft() {
		return this.leaving.isDone();
	}

	/**
	 * Whether the filesystem was left to a process that has asked for it.
	 */
	public boolean isGiven() {
		return isLeft() && this.givingWay;
	}

	private void remove() {
		if (!this.mount.isOnTop()) {
			this.outOfReach = true;
			this.workers.current().stop();
		}
		else if (!this.mount.unmount()) {
			detach();
		}
	}

	/**
	 * Removes the mount from programs that use it. While one of them has a file open, the
	 * kernel keeps the readers waiting, so requests are sent to wake them.
	 */
	private void detach() {
		int root = this.mount.openRoot();
		this.mount.detach();
		this.workers.current().stop();
		Waker.start(this.options.name(), this.mount, root, () -> !this.ended.isDone());
	}

	private boolean awaitEnd(Deadline deadline) {
		try {
			if (this.outOfReach) {
				return deadline.await(this::isIdle);
			}
			return deadline.await(this::hasEnded) && this.workers.awaitEnd(AFTER_CANCELLATION);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

	private boolean hasEnded(long nanos) throws InterruptedException {
		try {
			this.ended.get(nanos, TimeUnit.NANOSECONDS);
			return true;
		}
		catch (ExecutionException | TimeoutException ex) {
			return false;
		}
	}

	/**
	 * If only programs with open files can still reach the session, their next requests
	 * end the readers.
	 */
	private boolean isIdle(long nanos) throws InterruptedException {
		if (this.workers.active() > 0 && nanos > 0) {
			Thread.sleep(Math.min(PAUSE_MILLIS, TimeUnit.NANOSECONDS.toMillis(nanos)));
		}
		return this.workers.active() == 0;
	}

	private void cleanUp() {
		try {
			if (!this.workers.current().isDisconnected() && this.leaving.end(this.server, this.mount)) {
				return;
			}
			this.server.close();
			if (!this.workers.current().isDisconnected()) {
				this.complaint = this.mount.detach();
			}
			this.mount.release();
		}
		finally {
			this.offer.end();
			this.ended.complete(null);
		}
	}

	@Override
	public CompletionStage<Void> ended() {
		return this.ended.minimalCompletionStage();
	}

	@Override
	public void releaseHandles() {
		this.server.releaseHandles();
	}

	@Override
	public void withdraw() {
		this.mount.detach();
	}

	@Override
	public @Nullable String displacement() {
		return this.ended.isDone() ? null : this.mount.displacement();
	}

	@Override
	public Channel channel() {
		return this.leaving.remark(this.server.channel());
	}

	@Override
	public KernelUse kernelUse() {
		return this.server.kernelUse();
	}

	@Override
	public int activeWorkers() {
		return this.workers.active();
	}

	@Override
	public int waitingWorkers() {
		return this.workers.waiting();
	}

	@Override
	public int storingWorkers() {
		return this.workers.storing();
	}

}
