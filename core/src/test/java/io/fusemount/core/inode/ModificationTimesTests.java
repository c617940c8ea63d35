package io.fusemount.core.inode;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;

import io.fusemount.core.node.NodeKey;
import io.fusemount.core.vfs.TimeToLive;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * When names of directories changed last.
 */
class ModificationTimesTests {

	private static final Instant BEFORE = EmptyFolder.CREATED;

	private static final Instant NOW = Instant.parse("2026-06-01T00:00:00Z");

	private static final NodeKey ROW = new NodeKey("Invoice", "7");

	private final EmptyFolder folder = new EmptyFolder("1");

	private final Names names = new Names(new InodeTable(Duration.ofMinutes(1)), new TimeToLive(Duration.ofMinutes(1)),
			10);

	private final ModificationTimes times = new ModificationTimes(this.names, Clock.fixed(NOW, ZoneOffset.UTC));

	@Test
	void changeOfAnythingMovesTheTimeOfEveryDirectoryThatIsKnown() {
		this.times.holds(this.folder, ROW);
		this.times.touchAll();
		assertThat(this.times.of(this.folder)).isEqualTo(NOW);
		assertThat(this.times.of(new EmptyFolder("2"))).isEqualTo(BEFORE);
	}

	@Test
	void eachChangeMovesTheTime() {
		assertThat(this.times.of(this.folder)).isEqualTo(BEFORE);
		this.times.touch(this.folder);
		assertThat(this.times.of(this.folder)).isEqualTo(NOW);
		this.times.touch(this.folder.key());
		assertThat(this.times.of(this.folder)).isEqualTo(NOW.plusNanos(1));
	}

	@Test
	void changeOfADirectoryThatIsNotKnownMovesNothing() {
		this.times.touch(this.folder.key());
		assertThat(this.times.of(this.folder)).isEqualTo(BEFORE);
	}

	@Test
	void changeSomewhereMovesTheTimesOfDirectoriesThatHadNodesOfItsKindOrNone() {
		EmptyFolder letters = new EmptyFolder("2");
		EmptyFolder empty = new EmptyFolder("3");
		EmptyFolder unseen = new EmptyFolder("4");
		this.times.holds(this.folder, ROW);
		this.times.holds(letters, new NodeKey("Letter", "7"));
		this.times.listed(empty, BEFORE, 0);
		assertThat(this.times.touchByOthers(ROW, null)).containsExactlyInAnyOrder(this.folder.key(), empty.key());
		assertThat(this.times.of(this.folder)).isEqualTo(NOW);
		assertThat(this.times.of(letters)).isEqualTo(BEFORE);
		assertThat(this.times.of(empty)).isEqualTo(NOW);
		assertThat(this.times.of(unseen)).isEqualTo(BEFORE);
	}

	@Test
	void changeInADirectoryThatIsKnownMovesOnlyItsTime() {
		EmptyFolder other = new EmptyFolder("2");
		this.times.holds(this.folder, ROW);
		this.times.holds(other, ROW);
		assertThat(this.times.touchByOthers(ROW, this.folder.key())).containsExactly(this.folder.key());
		assertThat(this.times.of(this.folder)).isEqualTo(NOW);
		assertThat(this.times.of(other)).isEqualTo(BEFORE);
	}

	@Test
	void nodesThatWereFoundCountAsNodesOfTheDirectory() {
		Version file = Version.of("7", 1);
		this.names.note(new Ticket(this.names.ticket(), null), this.folder.place("a"), file, InodeFixture.lease());
		assertThat(this.times.touchByOthers(file.key(), null)).containsExactly(this.folder.key());
		assertThat(this.times.touchByOthers(ROW, null)).isEmpty();
	}

	@Test
	void listingWithOtherNamesThanTheOneBeforeIsAChange() {
		this.times.listed(this.folder, this.times.of(this.folder), 1);
		this.times.listed(this.folder, this.times.of(this.folder), 1);
		assertThat(this.times.of(this.folder)).isEqualTo(BEFORE);
		this.times.listed(this.folder, this.times.of(this.folder), 2);
		assertThat(this.times.of(this.folder)).isEqualTo(NOW);
	}

	@Test
	void listingWithOtherNamesIsNoChangeIfOneWasReportedMeanwhile() {
		this.times.listed(this.folder, this.times.of(this.folder), 1);
		Instant since = this.times.of(this.folder);
		this.times.touch(this.folder);
		this.times.listed(this.folder, since, 2);
		assertThat(this.times.of(this.folder)).isEqualTo(NOW);
	}

	@Test
	void timeThatAProgramHasSetStaysUntilTheNextChange() {
		Instant set = Instant.parse("2020-01-01T00:00:00Z");
		this.times.listed(this.folder, this.times.of(this.folder), 1);
		this.times.set(this.folder, set);
		this.times.listed(this.folder, set, 2);
		assertThat(this.times.of(this.folder)).isEqualTo(set);
		this.times.touch(this.folder);
		assertThat(this.times.of(this.folder)).isEqualTo(NOW);
	}

}
