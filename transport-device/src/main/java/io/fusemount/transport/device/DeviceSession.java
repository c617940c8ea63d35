package io.fusemount.transport.device;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

import io.fusemount.core.limit.Cancellation;
import io.fusemount.core.mount.Channel;
import io.fusemount.core.mount.Deadline;
import io.fusemount.core.mount.MountException;
import io.fusemount.core.mount.MountException.Reason;
import io.fusemount.core.mount.MountOptions;
import io.fusemount.core.mount.TransportSession;
import io.fusemount.core.operation.OperationWatch;
import io.fusemount.transport.device.mount.KernelMount;
import io.fusemount.transport.device.mount.MountLock;
import io.fusemount.transport.device.mount.MountPoint;
import io.fusemount.transport.device.mount.Probe;
import io.fusemount.transport.device.worker.RequestServer;
import io.fusemount.transport.device.worker.Workers;
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

	private static final Duration READY = Duration.ofSeconds(20);

	private static final Duration GIVE_UP = Duration.ofSeconds(2);

	private static final Duration AFTER_CANCELLATION = Duration.ofSeconds(3);

	/** How long the last worker may take to write down what the next process needs. */
	private static final Duration WRITING = Duration.ofMinutes(1);

	private static final long PAUSE_MILLIS = 10;

	private final MountOptions options;

	private final Path mountPoint;

	private final KernelMount mount;

	private final RequestServer server;

	private final Workers workers;

	private final AtomicBoolean unmounting = new AtomicBoolean();

	/** Whether the mount was removed from outside, or something was mounted over it. */
	private volatile boolean outOfReach;

	private final Leaving leaving = new Leaving();

	/** Why the ended session is still in the mount table; empty if it is not. */
	private volatile String complaint = "";

	private final CompletableFuture<Void> ended = new CompletableFuture<>();

	private DeviceSession(MountOptions options, Path mountPoint, KernelMount mount, RequestServer server,
			OperationWatch watch) {
		this.options = options;
		this.mountPoint = mountPoint;
		this.mount = mount;
		this.server = server;
		this.workers = server.start(options, watch, this::cleanUp);
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
		session.awaitReady();
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

	/**
	 * Waits until a request has come back through the kernel.
	 * @throws MountException {@code NOT_ANSWERING} if no request came back; the
	 * filesystem is unmounted then
	 */
	private void awaitReady() {
		boolean ready = Probe.run("fusemount-" + this.options.name() + "-probe", READY, () -> {
			Files.readAttributes(this.mountPoint, BasicFileAttributes.class);
			return this.mount.isMounted();
		}, false);
		if (!ready) {
			MountException failure = new MountException(Reason.NOT_ANSWERING,
					"The filesystem mounted at " + this.mountPoint
							+ " did not answer a stat of its root correctly within " + READY.toSeconds()
							+ " s, so it was unmounted");
			try {
				unmount(GIVE_UP);
			}
			catch (MountException ex) {
				failure.addSuppressed(ex);
			}
			throw failure;
		}
	}

	@Override
	public void unmount(Deadline deadline) {
		if (this.unmounting.compareAndSet(false, true) && !this.workers.isStopping()) {
			remove();
		}
		if (!awaitEnd(deadline)) {
			this.workers.load().cancel(Cancellation.byUnmount());
			// No thread is interrupted, because H2 closes its file when a thread that
			// uses it is interrupted.
			if (!awaitEnd(Deadline.in(AFTER_CANCELLATION))) {
				throw new MountException(Reason.OTHER,
						"The filesystem '" + this.options.name() + "' is out of the mount table, but "
								+ this.workers.load().active() + " of its workers are still busy after "
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
		boolean possible = this.leaving.isPossible() && this.mount.isOnTop() && !this.workers.isStopping();
		if (!possible || !this.unmounting.compareAndSet(false, true)) {
			return false;
		}
		this.leaving.begin();
		int root = this.mount.openRoot();
		this.workers.stop();
		wakeReaders(root);
		if (!awaitEnd(deadline) && this.leaving.giveUp()) {
			this.mount.detach();
		}
		else {
			awaitEnd(Deadline.in(WRITING));
		}
		this.leaving.requireNoObstacle(this.options.name());
		return this.leaving.isDone();
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
	 */
	public void hold() {
		this.leaving.hold();
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

	private void remove() {
		if (!this.mount.isOnTop()) {
			this.outOfReach = true;
			this.workers.stop();
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
		this.workers.stop();
		wakeReaders(root);
	}

	/**
	 * Each request ends one reader. A request that is not read ends with the session, or
	 * waits for the next process.
	 */
	private void wakeReaders(int root) {
		Thread waker = new Thread(() -> {
			boolean answered = true;
			while (answered && !this.ended.isDone()) {
				answered = this.mount.ask(root);
			}
			this.mount.closeRoot(root);
		}, "fusemount-" + this.options.name() + "-waker");
		waker.setDaemon(true);
		waker.start();
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
		if (this.workers.load().active() > 0 && nanos > 0) {
			Thread.sleep(Math.min(PAUSE_MILLIS, TimeUnit.NANOSECONDS.toMillis(nanos)));
		}
		return this.workers.load().active() == 0;
	}

	private void cleanUp() {
		try {
			if (!this.workers.isDisconnected() && this.leaving.end(this.server, this.mount)) {
				return;
			}
			this.server.close();
			if (!this.workers.isDisconnected()) {
				this.complaint = this.mount.detach();
			}
			this.mount.release();
		}
		finally {
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
	public long passthroughOpens() {
		return this.server.passthroughOpens();
	}

	@Override
	public int activeWorkers() {
		return this.workers.load().active();
	}

	@Override
	public int waitingWorkers() {
		return this.workers.load().waiting();
	}

	@Override
	public int storingWorkers() {
		return this.workers.load().storing();
	}

}
