package io.fusemount.bench.caller;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

import io.fusemount.autoconfigure.security.FuseMountSecurityAutoConfiguration;
import io.fusemount.autoconfigure.security.MachineUserConverter;
import io.fusemount.bench.measure.Microbenchmark;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.operation.CallerScope;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
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

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

/**
 * The cost of the scope of a caller around a transaction: its time and its allocations.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class CallerBenchmark {

	private @Nullable AnnotationConfigApplicationContext application;

	private CallerScope scope = CallerScope.NONE;

	/**
	 * Runs all benchmarks and writes the results to the file named by the first argument.
	 */
	public static void main(String[] arguments) throws RunnerException {
		Microbenchmark.run(CallerBenchmark.class, arguments[0]);
	}

	@Setup
	public void start() {
		AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
		context.getEnvironment()
			.getPropertySources()
			.addFirst(new MapPropertySource("mount", Map.of("fusemount.mount-point", "/anywhere")));
		context.registerBean(MachineUserConverter.class);
		context.register(FuseMountSecurityAutoConfiguration.class);
		context.refresh();
		this.application = context;
		this.scope = context.getBean(CallerScope.class);
	}

	@TearDown
	public void stop() {
		Objects.requireNonNull(this.application).close();
	}

	@Benchmark
	public @Nullable Authentication withSpringSecurity(Program program) {
		try (CallerScope.Binding binding = this.scope.bind()) {
			return SecurityContextHolder.getContext().getAuthentication();
		}
	}

	@Benchmark
	@Threads(2)
	public @Nullable Authentication withSpringSecurityOfTwoThreads(Program program) {
		return withSpringSecurity(program);
	}

	@Benchmark
	public void without(Program program) {
		CallerScope.NONE.bind().close();
	}

	/**
	 * The program that asks, on each thread.
	 */
	@State(Scope.Thread)
	public static class Program {

		@Setup(Level.Trial)
		public void bind() {
			Caller.bind(new Caller(1, 1, 17));
		}

	}

}
