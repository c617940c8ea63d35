package io.fusemount.bench.metrics;

import java.util.Objects;
import java.util.concurrent.TimeUnit;

import io.fusemount.autoconfigure.OperationListenerFactory;
import io.fusemount.autoconfigure.metrics.MicrometerOperationListener;
import io.fusemount.bench.measure.Microbenchmark;
import io.fusemount.core.mount.MountPlan;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.operation.Step;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.runner.RunnerException;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The cost of recording for an operation: its time and its allocations.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class RecordingBenchmark {

	private final NodeKey directory = MeteredApplication.DIRECTORY.key();

	private @Nullable ConfigurableApplicationContext application;

	private @Nullable MicrometerOperationListener listener;

	/**
	 * Runs all benchmarks and writes the results to the file named by the first argument.
	 */
	public static void main(String[] arguments) throws RunnerException {
		Microbenchmark.run(RecordingBenchmark.class, arguments[0]);
	}

	@Setup
	public void start() {
		this.application = new SpringApplicationBuilder(MeteredApplication.class).web(WebApplicationType.NONE).run();
		this.listener = this.application.getBeanProvider(OperationListenerFactory.class)
			.stream()
			.map((factory) -> factory.create(MountPlan.DEFAULT_NAME))
			.filter(MicrometerOperationListener.class::isInstance)
			.map(MicrometerOperationListener.class::cast)
			.findFirst()
			.orElseThrow();
	}

	@TearDown
	public void stop() {
		Objects.requireNonNull(this.application).close();
	}

	@Benchmark
	public void operation() {
		listener().operationSucceeded(Operation.GETATTR, 12_345);
	}

	@Benchmark
	@Threads(2)
	public void operationOfTwoThreads() {
		listener().operationSucceeded(Operation.GETATTR, 12_345);
	}

	@Benchmark
	public void read() {
		listener().operationSucceeded(Operation.READ, 23_456);
		listener().bytesTransferred(Operation.READ, 4096);
	}

	@Benchmark
	public void commit() {
		listener().stepStarted(Step.COMMIT, this.directory).ended(null, 3_456_789);
	}

	private MicrometerOperationListener listener() {
		return Objects.requireNonNull(this.listener);
	}

}
