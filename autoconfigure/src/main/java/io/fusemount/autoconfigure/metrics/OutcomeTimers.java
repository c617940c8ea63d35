package io.fusemount.autoconfigure.metrics;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.operation.StepScope;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import org.jspecify.annotations.Nullable;

/**
 * The timers of one meter by outcome. Each timer is created when its outcome first occurs
 * and then found by an ordinal, because a look-up in the registry would cost more than a
 * cached {@code stat}. Recording allocates nothing.
 */
final class OutcomeTimers implements StepScope {

	/** One outcome for success, one for each errno. */
	private static final int OUTCOMES = 1 + Errno.values().length;

	private final MeterRegistry registry;

	private final FuseMountMeters meter;

	private final String mount;

	/** The values of all tags except the last one, which is the outcome. */
	private final String[] values;

	private final AtomicReferenceArray<@Nullable Timer> timers = new AtomicReferenceArray<>(OUTCOMES);

	OutcomeTimers(MeterRegistry registry, FuseMountMeters meter, String mount, String... values) {
		this.registry = registry;
		this.meter = meter;
		this.mount = mount;
		this.values = values;
	}

	@Override
	public void ended(@Nullable ErrnoException failure, long elapsedNanos) {
		int outcome = (failure != null) ? 1 + failure.errno().ordinal() : 0;
		Timer timer = this.timers.get(outcome);
		if (timer == null) {
			// The registry returns the same timer to concurrent callers.
			timer = create((failure != null) ? failure.errno().name() : FuseMountMeters.SUCCESS);
			this.timers.set(outcome, timer);
		}
		timer.record(elapsedNanos, TimeUnit.NANOSECONDS);
	}

	private Timer create(String outcome) {
		String[] all = Arrays.copyOf(this.values, this.values.length + 1);
		all[this.values.length] = outcome;
		return Timer.builder(this.meter.meterName())
			.description(this.meter.description())
			.tags(this.meter.tags(this.mount, all))
			.register(this.registry);
	}

	/** Removes the timers. */
	void remove() {
		for (int i = 0; i < OUTCOMES; i++) {
			Timer timer = this.timers.getAndSet(i, null);
			if (timer != null) {
				this.registry.remove(timer);
			}
		}
	}

}
