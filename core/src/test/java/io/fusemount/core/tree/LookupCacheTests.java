package io.fusemount.core.tree;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import io.fusemount.core.name.Name;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LookupCacheTests {

	private static final NodeKey DIRECTORY = new NodeKey("directory", "files");

	private static final Name NAME = new Name("a.txt");

	private static final Name OTHER_NAME = new Name("b.txt");

	private final Node node = VirtualDirectory.root(Map.of(), Instant.EPOCH);

	private final LookupCache cache = new LookupCache(10);

	@Test
	void anOutdatedLoadIsNotKept() {
		long ticket = this.cache.changes();
		this.cache.invalidate(new NodeKey("Invoice", "7"));
		this.cache.load(ticket, DIRECTORY, NAME, this.node, lease());
		assertThat(this.cache.get(DIRECTORY, NAME)).isNull();
	}

	@Test
	void aNodeIsKnownUnderOneNameOnly() {
		this.cache.change(DIRECTORY, NAME, this.node, lease());
		this.cache.change(DIRECTORY, OTHER_NAME, this.node, lease());
		assertThat(this.cache.get(DIRECTORY, NAME)).isNull();
		assertThat(this.cache.get(DIRECTORY, OTHER_NAME)).isNotNull();
	}

	@Test
	void absenceIsRememberedUntilSomethingChanges() {
		this.cache.load(this.cache.changes(), DIRECTORY, NAME, null, lease());
		assertThat(this.cache.get(DIRECTORY, NAME)).isNotNull().extracting(LookupCache.Entry::node).isNull();
		this.cache.invalidate(new NodeKey("Invoice", "7"));
		assertThat(this.cache.get(DIRECTORY, NAME)).isNull();
	}

	@Test
	void aChangedNodeIsForgottenUnderWhateverName() {
		this.cache.change(DIRECTORY, NAME, this.node, lease());
		assertThat(this.cache.invalidate(this.node.key())).isEqualTo(DIRECTORY);
		assertThat(this.cache.get(DIRECTORY, NAME)).isNull();
		assertThat(this.cache.invalidate(this.node.key())).isNull();
	}

	@Test
	void theLeastRecentlyUsedGoFirst() {
		for (int i = 0; i < 11; i++) {
			this.cache.load(0, DIRECTORY, new Name("n" + i), null, lease());
			this.cache.get(DIRECTORY, new Name("n0"));
		}
		assertThat(this.cache.get(DIRECTORY, new Name("n0"))).isNotNull();
		assertThat(this.cache.get(DIRECTORY, new Name("n1"))).isNull();
		assertThat(this.cache.get(DIRECTORY, new Name("n2"))).isNotNull();
	}

	@Test
	void nothingCountsLongerThanItsLease() {
		this.cache.change(DIRECTORY, NAME, this.node, new Lease(Duration.ZERO));
		assertThat(this.cache.get(DIRECTORY, NAME)).isNull();
	}

	private static Lease lease() {
		return new Lease(Duration.ofMinutes(1));
	}

}
