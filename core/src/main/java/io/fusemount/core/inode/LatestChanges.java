package io.fusemount.core.inode;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import org.jspecify.annotations.Nullable;

/**
 * Which names and nodes have changed since when, as far as that is known: of the last
 * ones, each by itself. Not thread-safe.
 */
final class LatestChanges {

	private static final int MAX_ENTRIES = 2000;

	private long number;

	/** The last change that may have been one of anything. */
	private long anywhere;

	/** Whether there were ever news, and when the last ones came. */
	private boolean news;

	private long newsNanos;

	/** The last change of each name and each node, the oldest first. */
	private final LinkedHashMap<Object, Long> latest = new LinkedHashMap<>();

	/** Returns the number of changes so far. */
	long number() {
		return this.number;
	}

	/** Records that a name stands for something else. */
	void add(Place place) {
		put(place);
	}

	/** Records that a node has another version, or another name. */
	void add(NodeKey node) {
		put(node);
	}

	private void put(Object changed) {
		this.number++;
		this.latest.remove(changed);
		this.latest.put(changed, this.number);
		if (this.latest.size() > MAX_ENTRIES) {
			Iterator<Map.Entry<Object, Long>> eldest = this.latest.entrySet().iterator();
			this.anywhere = eldest.next().getValue();
			eldest.remove();
		}
	}

	/** Records news of a change by others, which may be one of anything. */
	void addNews() {
		this.newsNanos = System.nanoTime();
		this.news = true;
		this.number++;
		this.anywhere = this.number;
		this.latest.clear();
	}

	/** Whether news have come within a time. */
	boolean hasNews(Duration time) {
		return this.news && System.nanoTime() - this.newsNanos < time.toNanos();
	}

	/**
	 * Whether what was found under a name may have changed after so many changes.
	 */
	boolean isChangedSince(long before, Place place, @Nullable Node found) {
		return this.anywhere > before || isChanged(before, place) || found != null && isChanged(before, found.key());
	}

	private boolean isChanged(long before, Object subject) {
		return this.latest.getOrDefault(subject, 0L) > before;
	}

}
