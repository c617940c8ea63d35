package io.fusemount.core.inode;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.RegularFile;

/**
 * Which version of a file the filesystem's own commits have replaced by which, for the
 * files that were committed last. A lookup that was under way during a commit ends with a
 * snapshot from before it, and only this tells it from one that the application has made
 * since.
 */
public final class Successions {

	private static final int MAX_FILES = 1000;

	/** More than others can commit between a lookup and the open that follows it. */
	private static final int MAX_VERSIONS = 1024;

	/** Versions of a file, the newest last; the file that was committed last is last. */
	private final Map<NodeKey, List<RegularFile>> versions = new LinkedHashMap<>();

	/** Takes note of a commit, before anybody can see its result. */
	synchronized void add(RegularFile before, RegularFile after) {
		List<RegularFile> known = this.versions.remove(after.key());
		List<RegularFile> line = new ArrayList<>((known != null) ? known : List.of());
		// The application may have made versions in between.
		if (line.isEmpty() || !line.get(line.size() - 1).isSameVersion(before)) {
			line.add(before);
		}
		if (line.get(line.size() - 1).isSameVersion(after)) {
			// A change of times makes no new version, but a newer snapshot.
			line.remove(line.size() - 1);
		}
		line.add(after);
		line.subList(0, Math.max(0, line.size() - MAX_VERSIONS)).clear();
		this.versions.put(after.key(), line);
		if (this.versions.size() > MAX_FILES) {
			this.versions.remove(this.versions.keySet().iterator().next());
		}
	}

	/**
	 * Returns the version that a snapshot has become, or the snapshot itself.
	 */
	synchronized RegularFile newest(RegularFile file) {
		List<RegularFile> line = this.versions.getOrDefault(file.key(), List.of());
		RegularFile last = line.isEmpty() ? file : line.get(line.size() - 1);
		// Of two snapshots of the newest version, the one just looked up is as good or
		// better.
		boolean outdated = !last.isSameVersion(file)
				&& line.stream().anyMatch((version) -> version.isSameVersion(file));
		return outdated ? last : file;
	}

	/**
	 * Whether two snapshots have become the same version. Asked for one after the other,
	 * one may be from before a commit and the other one from after it.
	 */
	synchronized boolean areSame(RegularFile one, RegularFile other) {
		return newest(one).isSameVersion(newest(other));
	}

	/**
	 * Whether the filesystem has replaced a version of the file lately.
	 */
	synchronized boolean isKnown(RegularFile file) {
		return this.versions.containsKey(file.key());
	}

	/**
	 * Takes note that a version is not what is stored. If it was thought to be the newest
	 * one, nothing that was known of the file is true any more: the application may have
	 * restored an older one.
	 */
	synchronized void forget(RegularFile stale) {
		List<RegularFile> line = this.versions.getOrDefault(stale.key(), List.of());
		if (!line.isEmpty() && line.get(line.size() - 1).isSameVersion(stale)) {
			this.versions.remove(stale.key());
		}
	}

}
