package io.fusemount.core.inode;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

import io.fusemount.core.limit.UserLimit;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.DirectoryEntry;
import io.fusemount.core.node.Place;
import io.fusemount.core.spool.LocalFiles;
import org.jspecify.annotations.Nullable;

/**
 * The files without a row, by the name that they will be created under or that they have
 * locally. Each counts for who has made it. Not thread-safe.
 */
final class UncommittedFiles {

	private final UserLimit limit;

	private final Map<Place, OpenFile> byPlace = new HashMap<>();

	private final Map<OpenFile, UserLimit.Share> shares = new IdentityHashMap<>();

	UncommittedFiles(UserLimit limit) {
		this.limit = limit;
	}

	boolean isEmpty() {
		return this.byPlace.isEmpty();
	}

	@Nullable OpenFile get(Place place) {
		return this.byPlace.get(place);
	}

	/** Adds a file that has its share of the limit already. */
	void add(Place place, OpenFile file, UserLimit.Share share) {
		this.shares.put(file, share);
		this.byPlace.put(place, file);
	}

	/** Adds a file that nobody can refuse any more. */
	void add(Place place, OpenFile file) {
		if (!this.shares.containsKey(file)) {
			this.shares.put(file, this.limit.takeAnyway());
		}
		this.byPlace.put(place, file);
	}

	void move(@Nullable Place source, Place target, OpenFile file) {
		this.byPlace.remove(source, file);
		add(target, file);
	}

	void remove(@Nullable Place place, OpenFile file) {
		UserLimit.Share share = this.byPlace.remove(place, file) ? this.shares.remove(file) : null;
		if (share != null) {
			share.giveBack();
		}
	}

	List<DirectoryEntry> in(Directory directory) {
		List<DirectoryEntry> entries = new ArrayList<>();
		this.byPlace.forEach((place, file) -> {
			if (place.directory().key().equals(directory.key()) && file.uncommittedPlace() != null) {
				entries.add(new DirectoryEntry(place.name(), new OpenFileNode(file)));
			}
		});
		return entries;
	}

	LocalFiles scratch() {
		List<OpenFile> files = this.byPlace.values().stream().filter(OpenFile::isScratch).toList();
		return new LocalFiles(files.size(), files.stream().mapToLong(OpenFile::size).sum());
	}

}
