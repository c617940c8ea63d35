package io.fusemount.autoconfigure.metrics;

import java.util.Arrays;
import java.util.Map;

import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.operation.Step;
import io.fusemount.core.operation.StepScope;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Records operations and their steps in a {@link MeterRegistry}.
 */
public final class MicrometerOperationListener implements OperationListener, AutoCloseable {

	private final MeterRegistry registry;

	private final String mount;

	/** Indexed by the ordinals of operations. */
	private final OutcomeTimers[] operations;

	private final DirectoryTimers commits;

	private final DirectoryTimers pages;

	private final OutcomeTimers fetches;

	private final Counter read;

	private final Counter written;

	private final Counter conflictsFailed;

	private final Counter conflictsKept;

	/**
	 * Creates the listener of a mount.
	 * @param mount the name of the mount
	 * @param directories the paths of the directories that are known at startup
	 */
	public MicrometerOperationListener(MeterRegistry registry, String mount, Map<NodeKey, String> directories) {
		this.registry = registry;
		this.mount = mount;
		this.operations = Arrays.stream(Operation.values())
			.map((operation) -> new OutcomeTimers(registry, FuseMountMeters.OPERATIONS, mount, operation.label()))
			.toArray(OutcomeTimers[]::new);
		this.commits = new DirectoryTimers(registry, FuseMountMeters.COMMITS, mount, directories);
		this.pages = new DirectoryTimers(registry, FuseMountMeters.PAGES, mount, directories);
		this.fetches = new OutcomeTimers(registry, FuseMountMeters.FETCHES, mount);
		this.read = counter(FuseMountMeters.BYTES, Operation.READ.label());
		this.written = counter(FuseMountMeters.BYTES, Operation.WRITE.label());
		this.conflictsFailed = counter(FuseMountMeters.CONFLICTS, "failed");
		this.conflictsKept = counter(FuseMountMeters.CONFLICTS, "kept-both");
	}

	@Override
	public void operationSucceeded(Operation operation, long elapsedNanos) {
		this.operations[operation.ordinal()].ended(null, elapsedNanos);
	}

	@Override
	public void operationFailed(Operation operation, @Nullable Object subject, ErrnoException failure,
			long elapsedNanos) {
		this.operations[operation.ordinal()].ended(failure, elapsedNanos);
	}

	@Override
	public StepScope stepStarted(Step step, @Nullable NodeKey directory) {
		return switch (step) {
			case COMMIT -> this.commits.of(directory);
			case PAGE -> this.pages.of(directory);
			case FETCH -> this.fetches;
			case MOUNT -> StepScope.NONE;
		};
	}

	@Override
	public void bytesTransferred(Operation operation, long bytes) {
		((operation == Operation.READ) ? this.read : this.written).increment(bytes);
	}

	@Override
	public void contentConflicted(String subject, @Nullable String keptAs) {
		((keptAs != null) ? this.conflictsKept : this.conflictsFailed).increment();
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
		for (OutcomeTimers timers : this.operations) {
			timers.remove();
		}
		this.commits.remove();
		this.pages.remove();
		this.fetches.remove();
		this.registry.remove(this.read);
		this.registry.remove(this.written);
		this.registry.remove(this.conflictsFailed);
		this.registry.remove(this.conflictsKept);
	}

}
