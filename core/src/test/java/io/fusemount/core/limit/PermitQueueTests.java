package io.fusemount.core.limit;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The order in which those who wait get their permits.
 */
class PermitQueueTests {

	private static PermitQueue.Place place(Demand demand, int user) {
		return new PermitQueue.Place(demand, user);
	}

	@Test
	void aUserWhoStoresManyFilesAtOnceWaitsForHimself() {
		PermitQueue queue = new PermitQueue(new Maximum(4, 4));
		PermitQueue.Place first = place(Demand.UPLOAD, 1001);
		PermitQueue.Place second = place(Demand.UPLOAD, 1001);
		PermitQueue.Place third = place(Demand.UPLOAD, 1001);
		PermitQueue.Place other = place(Demand.UPLOAD, 1002);
		PermitQueue.Place reading = place(Demand.READ, 1001);
		assertThat(queue.enter(first) && queue.enter(second)).isTrue();
		assertThat(queue.enter(third) || queue.enter(other)).isFalse();
		assertThat(queue.enter(reading)).isTrue();
		assertThat(queue.leave(first)).isSameAs(other);
		assertThat(other.isTaken()).isTrue();
		assertThat(third.isTaken()).isFalse();
		assertThat(queue.leave(other)).isSameAs(third);
		assertThat(queue.leave(second)).isNull();
		queue.leave(third);
		queue.leave(reading);
		assertThat(queue.available()).isEqualTo(4);
	}

	@Test
	void permitsAreLeftToOthersAndToRoot() {
		PermitQueue queue = new PermitQueue(Maximum.of(4));
		List<Boolean> granted = new ArrayList<>();
		for (int user : List.of(1001, 1001, 1001, 1002, 0, 1003)) {
			granted.add(queue.enter(place(Demand.READ, user)));
		}
		assertThat(granted).containsExactly(true, true, false, true, true, false);
		assertThat(queue.waiting()).isEqualTo(2);
	}

	@Test
	void usersTakeTurnsHoweverManyOneHasSent() {
		PermitQueue queue = new PermitQueue(new Maximum(2, 2));
		List<PermitQueue.Place> places = new ArrayList<>();
		for (int user : List.of(1001, 1001, 1001, 1001, 1001, 1002, 1002)) {
			PermitQueue.Place place = place(Demand.READ, user);
			places.add(place);
			queue.enter(place);
		}
		assertThat(queue.leave(places.get(0))).as("who has none").isSameAs(places.get(5));
		assertThat(queue.leave(places.get(1))).as("who has come first").isSameAs(places.get(2));
		assertThat(queue.leave(places.get(5))).isSameAs(places.get(6));
		queue.giveUp(places.get(3));
		assertThat(queue.leave(places.get(6))).isSameAs(places.get(4));
		assertThat(queue.waiting()).isZero();
	}

}
