package io.fusemount.bench.files;

import java.util.List;
import java.util.concurrent.TimeUnit;

import io.fusemount.bench.measure.Comparison;
import io.fusemount.bench.measure.Measurement;
import org.jspecify.annotations.Nullable;

/**
 * Something that is done with files: measured once in each round, by each contestant whom
 * it suits.
 *
 * @param comparison where the result belongs
 * @param kind who can do it, and what they may know before
 * @param run does it
 */
record Work(Comparison comparison, Kind kind, Run run) {

	/** Longer than anything is believed that nobody asks for. */
	private static final long UNTIL_COLD_SECONDS = 4;

	boolean suits(Contestant contestant) {
		return switch (this.kind) {
			case EVERYBODY -> true;
			case PROGRAMS -> contestant.isDirectory();
			case COLD -> contestant.forgets();
		};
	}

	/**
	 * Does what comes before the first contestant is measured.
	 */
	void prepare(List<Contestant> contestants) throws Exception {
		if (this.kind == Kind.COLD) {
			for (Contestant contestant : contestants) {
				contestant.age();
			}
			TimeUnit.SECONDS.sleep(UNTIL_COLD_SECONDS);
		}
	}

	/** What a work needs. */
	enum Kind {

		/** Whoever stores files can do it. */
		EVERYBODY,

		/** Only programs can do it. */
		PROGRAMS,

		/** Nothing may be known of any file. */
		COLD

	}

	/** Does the work, and whatever comes before and after it without being measured. */
	@FunctionalInterface
	interface Run {

		/** Returns the result, or {@code null} if it was too quick to be measured. */
		@Nullable Measurement of(Contestant contestant) throws Exception;

	}

}
