package io.fusemount.core.vfs;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import io.fusemount.core.node.Directory;
import io.fusemount.core.node.VirtualDirectory;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How long something is taken for true, by what sources of news assure.
 */
class TimeToLiveTests {

	private static final Directory ANNOUNCED = VirtualDirectory.root(Map.of(), Instant.EPOCH);

	private static final Duration SECOND = Duration.ofSeconds(1);

	private static final Duration MINUTE = Duration.ofMinutes(1);

	private final Object feed = new Object();

	private final Object other = new Object();

	private final TimeToLive time = new TimeToLive(SECOND);

	private Duration now() {
		return Duration.ofNanos(this.time.in(ANNOUNCED).nanos());
	}

	@Test
	void itIsLongerWhileASourceAssuresThatItTellsOfEverything() {
		assertThat(now()).isEqualTo(SECOND);
		this.time.assure(this.feed, MINUTE);
		assertThat(now()).isEqualTo(MINUTE);
		assertThat(this.time.brief().nanos()).isEqualTo(SECOND.toNanos());
		this.time.assure(this.feed, Duration.ZERO);
		assertThat(now()).isEqualTo(SECOND);
	}

	@Test
	void theEndOfAnAssuranceCountsForWhatWasLookedUpBeforeAndForGood() {
		this.time.assure(this.feed, MINUTE);
		TimeToLive.Term before = this.time.in(ANNOUNCED);
		this.time.assure(this.feed, Duration.ZERO);
		assertThat(before.nanos()).isEqualTo(SECOND.toNanos());
		this.time.assure(this.feed, MINUTE);
		assertThat(before.nanos()).isEqualTo(SECOND.toNanos());
		assertThat(now()).isEqualTo(MINUTE);
	}

	@Test
	void ofSeveralSourcesAllHaveToTellOfEverything() {
		this.time.assure(this.feed, MINUTE);
		this.time.assure(this.other, MINUTE.plusSeconds(1));
		assertThat(now()).isEqualTo(MINUTE);
		this.time.assure(this.feed, Duration.ZERO);
		assertThat(now()).isEqualTo(SECOND);
		this.time.assure(this.other, MINUTE);
		assertThat(now()).isEqualTo(SECOND);
		this.time.assure(this.feed, MINUTE);
		assertThat(now()).isEqualTo(MINUTE);
	}

	@Test
	void noAssuranceMakesItShorter() {
		this.time.assure(this.feed, SECOND.dividedBy(2));
		assertThat(now()).isEqualTo(SECOND);
	}

}
