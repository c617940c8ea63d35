package io.fusemount.core.cache;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.fusemount.core.node.NodeKey;
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

	/** Returns the unused content that was closed least recently. */
	@Nullable CachedContent oldestUnused() {
		return this.contents.stream().filter((content) -> content.users == 0).findFirst().orElse(null);
	}

}
