package io.fusemount.bench.files;

import java.util.List;
import java.util.concurrent.TimeUnit;

import io.fusemount.bench.measure.Comparison;
import io.fusemount.bench.measure.Measurement;
import org.jspecify.annotations.Nullable;

/**
 * Work with files: measured once in each round, for each contestant that it suits.
 *
 * @param comparison the comparison for the result
 * @param kind the contestants that can do the work, and their state before it
 * @param run runs the work
 */
record Work(Comparison comparison, Kind kind, Run run) {

	/** Longer than any data stays cached without a query. */
	private static final long UNTIL_COLD_SECONDS = 4;

	boolean suits(Contestant contestant) {
		return switch (this.kind) {
			case EVERYBODY -> true;
			case PROGRAMS -> contestant.isDirectory();
			case COLD -> contestant.forgets();
		};
	}

	/**
	 * Prepares the contestants before the first one is measured.
	 */
	void prepare(List<Contestant> contestants) throws Exception {
		if (this.kind == Kind.COLD) {
			for (Contestant contestant : contestants) {
				contestant.age();
			}
			TimeUnit.SECONDS.sleep(UNTIL_COLD_SECONDS);
		}
	}

	/** The requirements of work. */
	enum Kind {

		/** All contestants can do the work. */
		EVERYBODY,

		/** Only programs can do the work. */
		PROGRAMS,

		/** Nothing may be cached of any file. */
		COLD

	}

	/** Runs the work, with the unmeasured steps before and after it. */
	@FunctionalInterface
	interface Run {

		/**
		 * Returns the result, or {@code null} if the work was too fast to be measured.
		 */
		@Nullable Measurement of(Contestant contestant) throws Exception;

	}

}
