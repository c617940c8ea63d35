package io.fusemount.core.cache;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.fusemount.core.node.NodeKey;
import io.fusemount.core.segment.Segment;
import io.fusemount.core.segment.SegmentStore;
import org.jspecify.annotations.Nullable;

/**
 * The existing contents by file and version. The cache guards this table and the keys.
 */
final class Versions {

	/** In the order in which they were closed, the latest last. */
	private final Set<CachedContent> contents = new LinkedHashSet<>();

	private final Map<NodeKey, List<CachedContent>> byFile = new HashMap<>();

	void add(CachedContent content) {
		this.contents.add(content);
		CacheKey key = content.key;
		if (key != null) {
			this.byFile.computeIfAbsent(key.file(), (file) -> new ArrayList<>(1)).add(content);
		}
	}

	void remove(CachedContent content) {
		this.contents.remove(content);
		CacheKey key = content.key;
		if (key != null) {
			this.byFile.computeIfPresent(key.file(),
					(file, known) -> (known.remove(content) && known.isEmpty()) ? null : known);
		}
	}

	/** Moves a content to the end of the order, with the given key. */
	void renew(CachedContent content, @Nullable CacheKey key) {
		remove(content);
		content.key = key;
		add(content);
	}

	@Nullable CachedContent find(@Nullable CacheKey key) {
		if (key != null) {
			for (CachedContent content : this.byFile.getOrDefault(key.file(), List.of())) {
				if (key.equals(content.key)) {
					return content;
				}
			}
		}
		return null;
	}

	int size() {
		return this.contents.size();
	}

	/** Returns a copy of all contents. */
	List<CachedContent> all() {
		return List.copyOf(this.contents);
	}

	/** Returns a copy of the contents of a file. */
	List<CachedContent> of(NodeKey file) {
		return List.copyOf(this.byFile.getOrDefault(file, List.of()));
	}

	/**
	 * Hands over the least recently used segments until the given amount is left.
	 * @param removals receives the segments
	 * @return the number of bytes in them
	 */
	long evict(long target, SegmentStore store, Removals removals) {
		List<Evictable> candidates = byUse();
		long total = candidates.stream().mapToLong((candidate) -> candidate.segment().presentBytes()).sum();
		store.recounted(total);
		long left = total;
		for (Evictable candidate : candidates) {
			if (left <= target) {
				break;
			}
			if (!candidate.segment().isBusy()) {
				CachedContent content = candidate.content();
				content.remove(candidate.segment());
				left -= removals.add(candidate.segment());
				if (content.users == 0 && content.segments().isEmpty()) {
					remove(content);
				}
			}
		}
		return total - left;
	}

	/** Returns the segments of all content, the least recently used first. */
	private List<Evictable> byUse() {
		List<Evictable> all = new ArrayList<>();
		for (CachedContent content : this.contents) {
			content.segments().forEach((segment) -> all.add(new Evictable(content, segment, segment.lastUse())));
		}
		all.sort(Comparator.comparingLong(Evictable::lastUse));
		return all;
	}

	/** Returns the unused content that was closed least recently. */
	@Nullable CachedContent oldestUnused() {
		return this.contents.stream().filter((content) -> content.users == 0).findFirst().orElse(null);
	}

	/**
	 * A segment that may be dropped.
	 */
	private record Evictable(CachedContent content, Segment segment, long lastUse) {

	}

}
