package io.fusemount.core.inode;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.VirtualDirectory;
import io.fusemount.core.vfs.TimeToLive;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which names are asked for along with another one.
 */
class FoundNamesTests {

	private static final Directory DIRECTORY = VirtualDirectory.root(Map.of(), Instant.EPOCH);

	private static final int FILES = 1000;

	private final FoundNames names = new FoundNames();

	@Test
	void whoGoesThroughAllOfThemAsksForMoreAndMoreAtOnce() {
		addAll(Duration.ZERO);
		List<Integer> asked = new ArrayList<>();
		boolean[] known = new boolean[FILES];
		for (int i = 0; i < FILES; i++) {
			if (known[i]) {
				this.names.wanted(place(i));
				continue;
			}
			List<Place> beside = this.names.chooseBeside(place(i));
			beside.forEach((place) -> renew(known, place));
			renew(known, place(i));
			asked.add(beside.size() + 1);
		}
		assertThat(asked).startsWith(2, 4, 8, 16, 32, 64, 128, 256, 256).hasSize(10);
	}

	@Test
	void whoWantsOneOfThemAgainAndAgainAsksForHardlyMore() {
		addAll(Duration.ZERO);
		for (int i = 0; i < 100; i++) {
			assertThat(this.names.chooseBeside(place(7))).hasSizeLessThanOrEqualTo(1);
		}
	}

	@Test
	void whoAsksMeanwhileIsGivenOthers() {
		addAll(Duration.ZERO);
		List<Place> first = this.names.chooseBeside(place(0));
		first.forEach(this.names::wanted);
		assertThat(this.names.chooseBeside(place(500))).isNotEmpty().doesNotContainAnyElementsOf(first);
	}

	@Test
	void whatBecameKnownAtDifferentTimesIsAskedForTogether() {
		Lease ending = new Lease(System.nanoTime() - Duration.ofMinutes(31).toNanos(),
				new TimeToLive(Duration.ofHours(1)).brief());
		this.names.add(place(8), new Binding.Known(new Version(8), DIRECTORY, ending));
		this.names.add(place(7), found(7, Duration.ZERO));
		assertThat(this.names.chooseBeside(place(8))).isEmpty();
		assertThat(this.names.chooseBeside(place(7))).containsExactly(place(8));
	}

	@Test
	void whatIsKnownNoMoreIsAskedForTogether() {
		Binding.Known wanted = found(8, Duration.ofHours(1));
		Binding.Known beside = found(7, Duration.ofHours(1));
		this.names.add(place(7), beside);
		this.names.add(place(8), wanted);
		wanted.lease().end();
		assertThat(this.names.chooseBeside(place(8))).isEmpty();
		beside.lease().end();
		assertThat(this.names.chooseBeside(place(8))).containsExactly(place(7));
	}

	@Test
	void whatIsKnownIsNotAskedFor() {
		addAll(Duration.ofHours(1));
		this.names.add(place(7), found(7, Duration.ZERO));
		assertThat(this.names.chooseBeside(place(7))).isEmpty();
	}

	private void addAll(Duration timeToLive) {
		for (int i = 0; i < FILES; i++) {
			this.names.add(place(i), found(i, timeToLive));
		}
	}

	private void renew(boolean[] known, Place place) {
		int file = Integer.parseInt(place.name().value());
		known[file] = true;
		this.names.remove(place);
		this.names.add(place, found(file, Duration.ofHours(1)));
	}

	private static Place place(int file) {
		return new Place(DIRECTORY, new Name(Integer.toString(file)));
	}

	private static Binding.Known found(int file, Duration timeToLive) {
		return new Binding.Known(new Version(file), DIRECTORY, new Lease(new TimeToLive(timeToLive).brief()));
	}

}
