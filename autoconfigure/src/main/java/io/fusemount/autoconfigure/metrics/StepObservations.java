package io.fusemount.autoconfigure.metrics;

import java.util.Map;

import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.operation.Step;
import io.fusemount.core.operation.StepScope;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Creates an {@link Observation} of each step, so that a trace shows where an operation
 * spends its time. Operations themselves are not observed: most take less time than an
 * observation.
 */
final class StepObservations implements OperationListener {

	private static final String DIRECTORY = "directory";

	private static final String OUTCOME = "outcome";

	private final ObservationRegistry registry;

	private final String mount;

	private final Map<NodeKey, String> directories;

	StepObservations(ObservationRegistry registry, String mount, Map<NodeKey, String> directories) {
		this.registry = registry;
		this.mount = mount;
		this.directories = directories;
	}

	@Override
	public StepScope stepStarted(Step step, @Nullable NodeKey directory) {
		if (this.registry.isNoop()) {
			return StepScope.NONE;
		}
		Observation observation = Observation.createNotStarted(FuseMountMeters.observation(step), this.registry);
		if (observation.isNoop()) {
			return StepScope.NONE;
		}
		observation.lowCardinalityKeyValue(FuseMountMeters.MOUNT, this.mount);
		if (step == Step.COMMIT || step == Step.PAGE) {
			String path = (directory != null) ? this.directories.get(directory) : null;
			observation.lowCardinalityKeyValue(DIRECTORY, (path != null) ? path : FuseMountMeters.OTHER);
		}
		Observation.Scope scope = observation.start().openScope();
		return (failure, elapsedNanos) -> {
			scope.close();
			end(observation, failure);
		};
	}

	private static void end(Observation observation, @Nullable ErrnoException failure) {
		observation.lowCardinalityKeyValue(OUTCOME,
				(failure != null) ? failure.errno().name() : FuseMountMeters.SUCCESS);
		if (failure != null) {
			observation.error(failure);
		}
		observation.stop();
	}

}
