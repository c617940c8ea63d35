package io.fusemount.autoconfigure.metrics;

import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.supervision.UnsavedListing;

/**
 * The listing of unsaved files that the meters of one scrape share. Each meter reads a
 * listing at most once, and within a second.
 */
final class UnsavedReading {

	private static final long SHARED_NANOS = TimeUnit.SECONDS.toNanos(1);

	private final LongSupplier nanoTime;

	@GuardedBy("this")
	private final Set<FuseMountMeters> readers = EnumSet.noneOf(FuseMountMeters.class);

	@GuardedBy("this")
	private UnsavedListing listing = UnsavedListing.NONE;

	@GuardedBy("this")
	private long readAt;

	UnsavedReading(LongSupplier nanoTime) {
		this.nanoTime = nanoTime;
	}

	/**
	 * Returns the listing for a meter.
	 * @param list lists the files, if the current listing is too old or has been read by
	 * the meter
	 */
	synchronized UnsavedListing of(FuseMountMeters meter, Supplier<UnsavedListing> list) {
		long now = this.nanoTime.getAsLong();
		if (this.readers.isEmpty() || this.readers.contains(meter) || now - this.readAt > SHARED_NANOS) {
			this.listing = list.get();
			this.readAt = now;
			this.readers.clear();
		}
		this.readers.add(meter);
		return this.listing;
	}

}
