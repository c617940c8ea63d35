package io.fusemount.sample.live;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import io.fusemount.sample.archive.ArchiveChanged;
import io.micrometer.core.instrument.MeterRegistry;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.SmartLifecycle;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.event.TransactionalEventListener;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * Notifies open pages that the archive has changed, without details: the pages reload
 * their content.
 * <p>
 * It stops before the web server, which would otherwise wait for the streams to end.
 */
@RestController
class LiveUpdates implements SmartLifecycle, DisposableBean {

	/**
	 * Changes within this time are combined, because a copied directory consists of many
	 * rows.
	 */
	private static final long GATHERING_MILLIS = 200;

	private static final long KEEP_ALIVE_SECONDS = 15;

	private final Viewers viewers = new Viewers();

	/** Sends on a thread of its own, so that no commit waits for a browser. */
	private final ScheduledThreadPoolExecutor sender = new ScheduledThreadPoolExecutor(1,
			(task) -> new Thread(task, "live-updates"), new ThreadPoolExecutor.DiscardPolicy());

	private final AtomicBoolean due = new AtomicBoolean();

	private @Nullable Future<?> keepAlive;

	private volatile boolean running;

	LiveUpdates(MeterRegistry registry) {
		registry.gauge("archive.viewers", this.viewers, Viewers::count);
	}

	@GetMapping(path = "/changes", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
	ResponseEntity<SseEmitter> subscribe() {
		if (!this.running || !this.viewers.hasRoom()) {
			throw new ResponseStatusException(HttpStatus.SERVICE_UNAVAILABLE);
		}
		SseEmitter stream = this.viewers.add();
		if (!this.running) {
			stream.complete();
		}
		// nginx buffers the response unless it is told not to.
		return ResponseEntity.ok().header("X-Accel-Buffering", "no").body(stream);
	}

	@TransactionalEventListener
	void changed(ArchiveChanged event) {
		if (this.running && this.due.compareAndSet(false, true)) {
			this.sender.schedule(this::tell, GATHERING_MILLIS, TimeUnit.MILLISECONDS);
		}
	}

	private void tell() {
		this.due.set(false);
		this.viewers.changed();
	}

	@Override
	public void start() {
		this.keepAlive = this.sender.scheduleAtFixedRate(this.viewers::keepAlive, KEEP_ALIVE_SECONDS,
				KEEP_ALIVE_SECONDS, TimeUnit.SECONDS);
		this.running = true;
	}

	@Override
	public void stop() {
		this.running = false;
		if (this.keepAlive != null) {
			this.keepAlive.cancel(false);
		}
		this.viewers.end();
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	@Override
	public void destroy() {
		this.sender.shutdownNow();
	}

}
