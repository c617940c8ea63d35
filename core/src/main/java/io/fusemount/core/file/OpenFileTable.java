package io.fusemount.core.file;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.fusemount.core.node.Directory;
import io.fusemount.core.node.DirectoryEntry;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.spool.LocalFiles;
import org.jspecify.annotations.Nullable;

/**
 * Where open files are found: by key, by the name that they will be created under or that
 * they have locally, or by the alias that they keep after their deletion. Not
 * thread-safe.
 */
final class OpenFileTable {

	/** A file stands here under its identity and under the key it is committed with. */
	private final Map<NodeKey, OpenFile> byKey = new HashMap<>();

	private final Map<Place, OpenFile> uncommitted = new HashMap<>();

	private final Map<Place, OpenFile> aliases = new HashMap<>();

	/** Open files whose version is no longer the newest. */
	private final Set<OpenFile> superseded = new HashSet<>();

	@Nullable OpenFile find(RegularFile file) {
		return (file instanceof OpenFileNode node) ? node.openFile() : this.byKey.get(file.key());
	}

	@Nullable OpenFile find(Place place) {
		return this.uncommitted.getOrDefault(place, this.aliases.get(place));
	}

	boolean hasNoNames() {
		return this.uncommitted.isEmpty() && this.aliases.isEmpty();
	}

	boolean isUncommitted(Place place) {
		return this.uncommitted.containsKey(place);
	}

	List<DirectoryEntry> uncommittedIn(Directory directory) {
		List<DirectoryEntry> entries = new ArrayList<>();
		this.uncommitted.forEach((place, file) -> {
			if (place.directory().key().equals(directory.key()) && file.uncommittedPlace() != null) {
				entries.add(new DirectoryEntry(place.name(), new OpenFileNode(file)));
			}
		});
		return entries;
	}

	void add(OpenFile file) {
		this.byKey.put(file.identity(), file);
		Place place = file.uncommittedPlace();
		if (place != null) {
			this.uncommitted.put(place, file);
		}
	}

	/** Another open file stands for the newest version from now on. */
	void supersede(OpenFile file) {
		this.superseded.add(file);
	}

	boolean isMixed(OpenFile file) {
		return this.superseded.stream().anyMatch((other) -> other != file && other.identity().equals(file.identity()));
	}

	void move(OpenFile file, @Nullable Place source, Place target) {
		this.uncommitted.remove(source, file);
		this.uncommitted.put(target, file);
	}

	void committed(OpenFile file, @Nullable Place place, RegularFile committed) {
		this.uncommitted.remove(place, file);
		if (file.handles > 0 && !this.superseded.contains(file)) {
			this.byKey.put(committed.key(), file);
		}
	}

	/** From now on the file is another one than it was opened from. */
	void part(OpenFile file, @Nullable RegularFile opened, @Nullable Place uncommitted, RegularFile committed) {
		this.byKey.remove(file.identity(), file);
		if (opened != null) {
			this.byKey.remove(opened.key(), file);
		}
		this.uncommitted.remove(uncommitted, file);
		this.superseded.add(file);
		if (file.handles > 0) {
			this.byKey.put(committed.key(), file);
		}
	}

	/** A file has become a scratch file, and its row another one's. */
	void becameScratch(OpenFile file, NodeKey opened, RegularFile stored) {
		this.byKey.remove(opened, file);
		this.byKey.remove(stored.key(), file);
		this.superseded.remove(file);
		add(file);
	}

	void alias(Place alias, OpenFile file) {
		this.aliases.put(alias, file);
	}

	boolean removeAlias(Place alias) {
		return this.aliases.remove(alias) != null;
	}

	/** Nothing finds the file any more, unless it has an alias. */
	void forget(OpenFile file, @Nullable Place place) {
		this.byKey.remove(file.identity(), file);
		RegularFile committed = file.committed();
		if (committed != null) {
			this.byKey.remove(committed.key(), file);
		}
		this.uncommitted.remove(place, file);
	}

	void close(OpenFile file) {
		forget(file, file.uncommittedPlace());
		this.superseded.remove(file);
		this.aliases.values().remove(file);
	}

	LocalFiles scratch() {
		List<OpenFile> files = this.uncommitted.values().stream().filter(OpenFile::isScratch).toList();
		return new LocalFiles(files.size(), files.stream().mapToLong(OpenFile::size).sum());
	}

	Set<OpenFile> all() {
		Set<OpenFile> all = new HashSet<>(this.byKey.values());
		all.addAll(this.superseded);
		return all;
	}

}
