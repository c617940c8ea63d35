package io.fusemount.bench.measure;

import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Runs classes with JMH benchmarks.
 */
public final class Microbenchmark {

	private Microbenchmark() {
	}

	/**
	 * Runs all benchmarks of a class, and measures their allocations.
	 * @param result the file for the results, in JSON
	 */
	public static void run(Class<?> benchmarks, String result) throws RunnerException {
		new Runner(new OptionsBuilder().include(benchmarks.getName())
			.addProfiler(GCProfiler.class)
			.resultFormat(ResultFormatType.JSON)
			.result(result)
			.shouldFailOnError(true)
			.build()).run();
	}

}
