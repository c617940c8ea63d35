package io.fusemount.data.jpa.feed;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.fusemount.core.node.ChangeListener;
import io.fusemount.core.node.NodeChange;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The news that have come, in their order: keys, or {@value #MISSED}.
 */
final class News implements ChangeListener {

	static final String MISSED = "missed";

	private volatile Duration assured = Duration.ZERO;

	private volatile Duration assuredAtLastMiss = Duration.ZERO;

	private final BlockingQueue<String> told = new LinkedBlockingQueue<>();

	@Override
	public void changed(NodeChange change) {
		this.told.add(change.node().space() + " " + change.node().id());
	}

	@Override
	public void missed() {
		this.told.add(MISSED);
		this.assuredAtLastMiss = this.assured;
	}

	@Override
	public void assured(Duration timeToLive) {
		this.assured = timeToLive;
	}

	/** Returns what was assured last. */
	Duration assured() {
		return this.assured;
	}

	/** Returns what counted when something was told to have been missed. */
	Duration assuredAtLastMiss() {
		return this.assuredAtLastMiss;
	}

	/** Waits for one of the news, and returns what has come before it. */
	List<String> before(String last) throws InterruptedException {
		List<String> before = new ArrayList<>();
		while (true) {
			String next = this.told.poll(10, TimeUnit.SECONDS);
			assertThat(next).as("after " + before + " for " + last).isNotNull();
			if (next.equals(last)) {
				return before;
			}
			before.add(next);
		}
	}

	/** Waits until all of them have come. */
	void await(Collection<String> expected) throws InterruptedException {
		Set<String> missing = new HashSet<>(expected);
		while (!missing.isEmpty()) {
			String next = this.told.poll(10, TimeUnit.SECONDS);
			assertThat(next).as("one of " + missing).isNotNull().isNotEqualTo(MISSED);
			missing.remove(next);
		}
	}

}
