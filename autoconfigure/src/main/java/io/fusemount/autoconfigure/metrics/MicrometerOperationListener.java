package io.fusemount.autoconfigure.metrics;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.operation.OperationListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import org.jspecify.annotations.Nullable;

/**
 * Records operations in a {@link MeterRegistry}. Each timer is created when its
 * combination of tags first occurs and found by two ordinals afterwards, because looking
 * it up in the registry would cost more than a cached {@code stat}.
 */
public final class MicrometerOperationListener implements OperationListener, AutoCloseable {

	private static final Operation[] OPERATIONS = Operation.values();

	/** One outcome for success, one for each errno. */
	private static final int OUTCOMES = 1 + Errno.values().length;

	private final MeterRegistry registry;

	private final String mount;

	private final AtomicReferenceArray<@Nullable Timer> timers = new AtomicReferenceArray<>(
			OPERATIONS.length * OUTCOMES);

	private final Counter read;

	private final Counter written;

	private final Counter conflictsFailed;

	private final Counter conflictsKept;

	public MicrometerOperationListener(MeterRegistry registry, String mount) {
		this.registry = registry;
		this.mount = mount;
		this.read = counter(FuseMountMeters.BYTES, Operation.READ.label());
		this.written = counter(FuseMountMeters.BYTES, Operation.WRITE.label());
		this.conflictsFailed = counter(FuseMountMeters.CONFLICTS, "failed");
		this.conflictsKept = counter(FuseMountMeters.CONFLICTS, "kept-both");
	}

	@Override
	public void operationSucceeded(Operation operation, long elapsedNanos) {
		timer(operation, null).record(elapsedNanos, TimeUnit.NANOSECONDS);
	}

	@Override
	public void operationFailed(Operation operation, @Nullable Object subject, ErrnoException failure,
			long elapsedNanos) {
		timer(operation, failure.errno()).record(elapsedNanos, TimeUnit.NANOSECONDS);
	}

	@Override
	public void bytesTransferred(Operation operation, long bytes) {
		((operation == Operation.READ) ? this.read : this.written).increment(bytes);
	}

	@Override
	public void contentConflicted(String subject, @Nullable String keptAs) {
		((keptAs != null) ? this.conflictsKept : this.conflictsFailed).increment();
	}

	private Timer timer(Operation operation, @Nullable Errno errno) {
		int outcome = (errno != null) ? 1 + errno.ordinal() : 0;
		int index = operation.ordinal() * OUTCOMES + outcome;
		Timer timer = this.timers.get(index);
		if (timer == null) {
			// The registry returns the same timer to all that ask at the same time.
			timer = createTimer(operation, (errno != null) ? errno.name() : FuseMountMeters.SUCCESS);
			this.timers.set(index, timer);
		}
		return timer;
	}

	private Timer createTimer(Operation operation, String outcome) {
		FuseMountMeters meter = FuseMountMeters.OPERATIONS;
		return Timer.builder(meter.meterName())
			.description(meter.description())
			.tags(meter.tags(this.mount, operation.label(), outcome))
			.register(this.registry);
	}

	private Counter counter(FuseMountMeters meter, String tagValue) {
		return Counter.builder(meter.meterName())
			.description(meter.description())
			.baseUnit(meter.unit())
			.tags(meter.tags(this.mount, tagValue))
			.register(this.registry);
	}

	/**
	 * Removes the meters.
	 */
	@Override
	public void close() {
		for (int i = 0; i < this.timers.length(); i++) {
			Timer timer = this.timers.getAndSet(i, null);
			if (timer != null) {
				this.registry.remove(timer);
			}
		}
		this.registry.remove(this.read);
		this.registry.remove(this.written);
		this.registry.remove(this.conflictsFailed);
		this.registry.remove(this.conflictsKept);
	}

}
