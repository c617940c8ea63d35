package io.fusemount.autoconfigure.metrics;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import io.fusemount.core.supervision.UnsavedListing;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How often a scrape lists the unsaved files.
 */
class UnsavedReadingTests {

	private final AtomicLong now = new AtomicLong(Long.MAX_VALUE);

	private final AtomicInteger listings = new AtomicInteger();

	private final UnsavedReading reading = new UnsavedReading(this.now::get);

	@Test
	void theMetersOfAScrapeShareOneListing() {
		scrape();
		assertThat(this.listings).hasValue(1);
		scrape();
		assertThat(this.listings).hasValue(2);
	}

	@Test
	void whatWasListedOverASecondAgoIsListedAgain() {
		read(FuseMountMeters.UNSAVED_FILES);
		this.now.addAndGet(TimeUnit.SECONDS.toNanos(1));
		read(FuseMountMeters.UNSAVED_BYTES);
		assertThat(this.listings).hasValue(1);
		this.now.incrementAndGet();
		read(FuseMountMeters.UNSAVED_AGE);
		assertThat(this.listings).hasValue(2);
	}

	private void scrape() {
		read(FuseMountMeters.UNSAVED_FILES);
		read(FuseMountMeters.UNSAVED_BYTES);
		read(FuseMountMeters.UNSAVED_AGE);
	}

	private void read(FuseMountMeters meter) {
		this.reading.of(meter, () -> {
			this.listings.incrementAndGet();
			return UnsavedListing.NONE;
		});
	}

}
