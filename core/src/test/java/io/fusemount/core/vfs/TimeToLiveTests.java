package io.fusemount.core.vfs;

import java.time.Duration;

import io.fusemount.core.node.ChangeFeed;
import io.fusemount.core.node.ChangeListener;
import io.fusemount.core.node.EmptyDirectory;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How long something is taken for true, by what sources of news assure.
 */
class TimeToLiveTests {

	private static final Duration SECOND = Duration.ofSeconds(1);

	private static final Duration MINUTE = Duration.ofMinutes(1);

	private final ChangeFeed feed = (listener) -> {
	};

	private final ChangeFeed other = new ChangeFeed() {
		@Override
		public void subscribe(ChangeListener listener) {
		}
	};

	private final TimeToLive time = new TimeToLive(SECOND);

	private Duration now() {
		return Duration.ofNanos(this.time.in(new AnnouncedDirectory(this.feed)).nanos());
	}

	@Test
	void itIsLongerWhileASourceAssuresThatItTellsOfEverything() {
		assertThat(now()).isEqualTo(SECOND);
		this.time.assure(this.feed, MINUTE);
		assertThat(now()).isEqualTo(MINUTE);
		assertThat(this.time.brief().nanos()).isEqualTo(SECOND.toNanos());
		this.time.assure(this.feed, Duration.ZERO);
		assertThat(now()).isEqualTo(SECOND);
		assertThat(this.time.in(new AnnouncedDirectory(this.feed))).as("nothing is assured")
			.isSameAs(this.time.brief());
	}

	@Test
	void theEndOfAnAssuranceCountsForWhatWasLookedUpBeforeAndForGood() {
		this.time.assure(this.feed, MINUTE);
		TimeToLive.Term before = this.time.in(new AnnouncedDirectory(this.feed));
		this.time.assure(this.feed, Duration.ZERO);
		assertThat(before.nanos()).isEqualTo(SECOND.toNanos());
		this.time.assure(this.feed, MINUTE);
		assertThat(before.nanos()).isEqualTo(SECOND.toNanos());
		assertThat(now()).isEqualTo(MINUTE);
	}

	@Test
	void nobodyAssuresOfWhatOthersTellOrNobody() {
		this.time.assure(this.other, MINUTE);
		assertThat(now()).isEqualTo(SECOND);
		assertThat(this.time.in(new EmptyDirectory())).isSameAs(this.time.brief());
		this.time.assure(this.feed, MINUTE);
		this.time.assure(this.other, Duration.ZERO);
		assertThat(now()).isEqualTo(MINUTE);
	}

	@Test
	void noAssuranceMakesItShorter() {
		this.time.assure(this.feed, SECOND.dividedBy(2));
		assertThat(now()).isEqualTo(SECOND);
	}

	/**
	 * A directory whose changes are reported.
	 */
	private static final class AnnouncedDirectory extends EmptyDirectory {

		private final ChangeFeed feed;

		AnnouncedDirectory(ChangeFeed feed) {
			this.feed = feed;
		}

		@Override
		public ChangeFeed announcedBy() {
			return this.feed;
		}

	}

}
