package io.fusemount.data.jpa.quota;

import java.time.Duration;
import java.util.function.Supplier;

import io.fusemount.core.node.Quota;
import io.fusemount.core.node.QuotaUsage;
import org.jspecify.annotations.Nullable;

/**
 * The quota of the rows that count together. Remembers for a second what they take.
 */
final class RowShare extends Quota {

	private static final long TIME_TO_LIVE = Duration.ofSeconds(1).toNanos();

	private final Supplier<QuotaUsage> measure;

	private volatile @Nullable Known known;

	RowShare(Supplier<QuotaUsage> measure) {
		this.measure = measure;
	}

	@Override
	protected QuotaUsage stored() {
		Known last = this.known;
		if (last != null && System.nanoTime() - last.since() < TIME_TO_LIVE) {
			return last.usage();
		}
		// Taken first: the usage is not newer than that.
		long now = System.nanoTime();
		Known measured = new Known(this.measure.get(), now);
		this.known = measured;
		return measured.usage();
	}

	void know(QuotaUsage usage) {
		this.known = new Known(usage, System.nanoTime());
		measured(usage);
	}

	void forget() {
		this.known = null;
	}

	/**
	 * A usage that was measured.
	 *
	 * @param since when
	 */
	private record Known(QuotaUsage usage, long since) {

	}

}
