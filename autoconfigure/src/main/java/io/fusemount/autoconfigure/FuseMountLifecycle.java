package io.fusemount.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.fusemount.autoconfigure.advice.Advice;
import io.fusemount.autoconfigure.diagnostics.WaysOut;
import io.fusemount.autoconfigure.properties.ConfiguredMounts;
import io.fusemount.autoconfigure.stop.LastResort;
import io.fusemount.autoconfigure.stop.RestartSignal;
import io.fusemount.autoconfigure.stop.StopClasses;
import io.fusemount.core.mount.Channel;
import io.fusemount.core.mount.Mount;
import io.fusemount.core.mount.MountException;
import io.fusemount.core.mount.MountRegistry;
import io.fusemount.core.mount.Takeover;
import io.fusemount.core.mount.TransportSession;
import io.fusemount.core.vfs.VirtualFileSystem;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ApplicationContextEvent;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.core.Ordered;

/**
 * Mounts when the application starts and unmounts when it stops.
 */
final class FuseMountLifecycle implements SmartLifecycle, ApplicationListener<ApplicationContextEvent>, Ordered {

	/**
	 * Starts after the executors, but before the web server and everything else that
	 * accepts requests; stops in the opposite order, so that the last request still finds
	 * the files.
	 */
	static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 4096;

	private static final Log logger = LogFactory.getLog(FuseMountLifecycle.class);

	private final ApplicationContext context;

	private final MountRegistry registry;

	private final ConfiguredMounts configured;

	private final List<Advice> advice;

	private final KeepAlive keepAlive = new KeepAlive();

	private final Runnable established;

	private volatile boolean running;

	/** Whether everything has started. */
	private volatile boolean refreshed;

	private volatile @Nullable LastResort lastResort;

	/**
	 * Creates it.
	 * @param established runs when everything has started
	 */
	FuseMountLifecycle(ApplicationContext context, MountRegistry registry, ConfiguredMounts configured,
			List<Advice> advice, Runnable established) {
		this.context = context;
		this.registry = registry;
		this.configured = configured;
		this.advice = advice;
		this.established = established;
	}

	@Override
	public void start() {
		this.running = true;
		this.advice.forEach((kind) -> kind.lines().forEach(logger::warn));
		if (this.registry.mounts().isEmpty()) {
			logger.info("Nothing is mounted: fusemount.mount-point is not set");
		}
		this.registry.mounts().forEach(this::mount);
		if (!this.registry.mounts().isEmpty()) {
			this.keepAlive.start();
			StopClasses.load();
		}
	}

	private void mount(Mount mount) {
		try {
			mount.mount();
			VirtualFileSystem mounted = mount.fileSystem();
			TransportSession session = mount.session();
			Channel channel = (session != null) ? session.channel() : null;
			sayTakenOver(mount);
			logger.info("Mounted '%s' at %s, files of up to %d MB%s".formatted(mount.options().name(),
					mount.options().mountPoint(), (mounted != null) ? mounted.supervision().maxFileSize() >> 20 : 0,
					(channel != null) ? ", by " + channel : ""));
		}
		catch (RuntimeException ex) {
			if (this.configured.properties(mount.options().name()).failFast()) {
				throw ex;
			}
			notMounted("'%s' is not mounted: %s".formatted(mount.options().name(), ex.getMessage()), ex);
		}
	}

	private static void sayTakenOver(Mount mount) {
		Takeover takeover = Takeover.of(mount);
		VirtualFileSystem mounted = mount.fileSystem();
		if (takeover != null && mounted != null) {
			logger.info("Took '%s' over from %s: programs have waited for %.1f s, %d files and directories are open"
				.formatted(mount.options().name(), takeover.from(), takeover.waited().toMillis() / 1000.0,
						mounted.supervision().openHandles()));
		}
	}

	private static void notMounted(String line, RuntimeException failure) {
		if (failure instanceof MountException expected) {
			logger.error(line + ". " + String.join(" ", WaysOut.of(expected.reason()))
					+ " Afterwards, with management.endpoint.fusemounts.access=unrestricted, "
					+ "the actuator endpoint 'fusemounts' can mount it.");
		}
		else {
			logger.error(line, failure);
		}
	}

	/**
	 * Limits an unmount or drain requested by an administrator to the time of the
	 * shutdown, because the pending request would hold up the web server, which stops
	 * first. Child contexts report their end here too, which is not a shutdown. This
	 * listener is the first one, so that no listener that fails precedes it.
	 */
	@Override
	public void onApplicationEvent(ApplicationContextEvent event) {
		if (event.getApplicationContext() != this.context) {
			return;
		}
		if (event instanceof ContextRefreshedEvent) {
			this.refreshed = true;
			this.established.run();
		}
		else if (event instanceof ContextClosedEvent) {
			this.lastResort = LastResort.install(this::stopAfterFailure);
			this.registry.mounts().forEach((mount) -> mount.hurry(timeout(mount)));
		}
	}

	@Override
	public int getOrder() {
		return HIGHEST_PRECEDENCE;
	}

	private void stopAfterFailure() {
		if (this.running) {
			stop();
		}
	}

	private Duration timeout(Mount mount) {
		return this.configured.properties(mount.options().name()).shutdownTimeout();
	}

	@Override
	public void stop() {
		this.keepAlive.stop();
		unmountAll(this.registry.mounts());
		this.running = false;
		LastResort watching = this.lastResort;
		if (watching != null) {
			watching.withdraw();
		}
	}

	/** Unmounts in parallel, so that no mount takes the time of the others. */
	private void unmountAll(List<Mount> mounts) {
		List<Thread> others = new ArrayList<>();
		for (Mount mount : mounts.subList(Math.min(1, mounts.size()), mounts.size())) {
			Thread thread = new Thread(() -> unmount(mount), "fusemount-" + mount.options().name() + "-unmount");
			thread.start();
			others.add(thread);
		}
		mounts.stream().limit(1).forEach(this::unmount);
		try {
			for (Thread thread : others) {
				thread.join();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/**
	 * A mount is left to the next process if that is about to come. If the start has
	 * failed that took it over, another start is, or the process before takes it back.
	 */
	private void unmount(Mount mount) {
		try {
			if (RestartSignal.isReceived() || !this.refreshed && Takeover.of(mount) != null) {
				mount.handOver(timeout(mount));
			}
			else {
				mount.unmount(timeout(mount));
			}
		}
		catch (MountException ex) {
			logger.error("'%s' could not be unmounted cleanly: %s".formatted(mount.options().name(), ex.getMessage()));
		}
		catch (RuntimeException ex) {
			logger.error("'%s' could not be unmounted cleanly: %s".formatted(mount.options().name(), ex.getMessage()),
					ex);
		}
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	/**
	 * A pause would take the files away from programs that use them.
	 */
	@Override
	public boolean isPauseable() {
		return false;
	}

	@Override
	public int getPhase() {
		return PHASE;
	}

}
