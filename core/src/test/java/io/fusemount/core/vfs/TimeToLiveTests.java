package io.fusemount.core.vfs;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.fusemount.core.name.Name;
import io.fusemount.core.node.Attributes;
import io.fusemount.core.node.ChangeFeed;
import io.fusemount.core.node.ChangeListener;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.DirectoryPage;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.VirtualDirectory;
import org.jspecify.annotations.Nullable;
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
		Directory silent = VirtualDirectory.root(Map.of(), Instant.EPOCH);
		assertThat(this.time.in(silent)).isSameAs(this.time.brief());
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
	 * A directory with nothing in it but news.
	 */
	private record AnnouncedDirectory(ChangeFeed announcedBy) implements Directory {

		@Override
		public NodeKey key() {
			return new NodeKey("directory", "announced");
		}

		@Override
		public Attributes attributes() {
			return Attributes.directory(Instant.EPOCH, false);
		}

		@Override
		public @Nullable Node find(Name name) {
			return null;
		}

		@Override
		public DirectoryPage list(@Nullable String position) {
			return new DirectoryPage(List.of(), null);
		}

	}

}
