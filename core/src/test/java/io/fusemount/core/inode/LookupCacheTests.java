package io.fusemount.core.inode;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.tree.VirtualDirectory;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LookupCacheTests {

	private static final Directory DIRECTORY = VirtualDirectory.root(Map.of(), Instant.EPOCH);

	private static final Name NAME = new Name("a.txt");

	private static final Name OTHER_NAME = new Name("b.txt");

	private final Node node = VirtualDirectory.root(Map.of("a", DIRECTORY), Instant.EPOCH);

	private final LookupCache cache = new LookupCache(10);

	@Test
	void anOutdatedLoadIsNotKept() {
		long ticket = this.cache.changes();
		this.cache.invalidate(new NodeKey("Invoice", "7"));
		this.cache.load(ticket, DIRECTORY, NAME, this.node, lease());
		assertThat(this.cache.get(DIRECTORY.key(), NAME)).isNull();
	}

	@Test
	void aNodeIsKnownUnderOneNameOnly() {
		this.cache.change(DIRECTORY, NAME, this.node, lease());
		this.cache.change(DIRECTORY, OTHER_NAME, this.node, lease());
		assertThat(this.cache.get(DIRECTORY.key(), NAME)).isNull();
		assertThat(this.cache.get(DIRECTORY.key(), OTHER_NAME)).isNotNull();
	}

	@Test
	void absenceIsRememberedUntilSomethingChanges() {
		this.cache.load(this.cache.changes(), DIRECTORY, NAME, null, lease());
		assertThat(this.cache.get(DIRECTORY.key(), NAME)).isNotNull().extracting(LookupCache.Entry::node).isNull();
		this.cache.invalidate(new NodeKey("Invoice", "7"));
		assertThat(this.cache.get(DIRECTORY.key(), NAME)).isNull();
	}

	@Test
	void aChangedNodeIsForgottenUnderWhateverName() {
		this.cache.change(DIRECTORY, NAME, this.node, lease());
		assertThat(this.cache.invalidate(this.node.key())).isEqualTo(DIRECTORY.key());
		assertThat(this.cache.get(DIRECTORY.key(), NAME)).isNull();
		assertThat(this.cache.invalidate(this.node.key())).isNull();
	}

	@Test
	void theLeastRecentlyUsedGoFirst() {
		for (int i = 0; i < 11; i++) {
			this.cache.load(0, DIRECTORY, new Name("n" + i), null, lease());
			this.cache.get(DIRECTORY.key(), new Name("n0"));
		}
		assertThat(this.cache.get(DIRECTORY.key(), new Name("n0"))).isNotNull();
		assertThat(this.cache.get(DIRECTORY.key(), new Name("n1"))).isNull();
		assertThat(this.cache.get(DIRECTORY.key(), new Name("n2"))).isNotNull();
	}

	@Test
	void nothingCountsLongerThanItsLease() {
		this.cache.change(DIRECTORY, NAME, this.node, new Lease(Duration.ZERO));
		assertThat(this.cache.get(DIRECTORY.key(), NAME)).isNull();
	}

	@Test
	void aPlaceIsKnownWhenNothingIsCached() {
		LookupCache none = new LookupCache(0);
		none.load(none.changes(), DIRECTORY, NAME, this.node, lease());
		assertThat(none.get(DIRECTORY.key(), NAME)).isNull();
		assertThat(none.place(this.node.key())).isEqualTo(new Place(DIRECTORY, NAME));
		assertThat(none.place(new NodeKey("Invoice", "7"))).isNull();
	}

	private static Lease lease() {
		return new Lease(Duration.ofMinutes(1));
	}

}
