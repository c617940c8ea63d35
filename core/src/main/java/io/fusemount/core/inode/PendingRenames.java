package io.fusemount.core.inode;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import org.jspecify.annotations.Nullable;

/**
 * All {@linkplain PendingRename pending renames}, by the name in the database and by the
 * name that programs see.
 */
public final class PendingRenames {

	private final Map<Place, PendingRename> byPlace = new HashMap<>();

	private final Map<Place, PendingRename> byAlias = new HashMap<>();

	/** Nearly always there are none, and lookups should not wait to learn that. */
	private volatile boolean empty = true;

	/**
	 * Lets programs see a stored file under another name.
	 */
	public synchronized PendingRename add(Place place, Name alias, RegularFile file) {
		PendingRename pending = new PendingRename(place, alias, file);
		this.byPlace.put(place, pending);
		this.byAlias.put(new Place(place.directory(), alias), pending);
		this.empty = false;
		return pending;
	}

	/**
	 * Lets programs see a stored file no more, which is to be deleted if nothing comes
	 * under its name.
	 */
	public synchronized PendingRename addDeletion(Place place, RegularFile file) {
		PendingRename pending = new PendingRename(place, null, file);
		pending.delete();
		this.byPlace.put(place, pending);
		this.empty = false;
		return pending;
	}

	/**
	 * Lets programs see a file no more, which is to be deleted if nothing comes under its
	 * name.
	 */
	public synchronized void delete(PendingRename pending) {
		this.byAlias.values().remove(pending);
		pending.delete();
	}

	/**
	 * Ends a pending rename: programs see the file under its name in the database.
	 */
	public synchronized void end(PendingRename pending) {
		pending.end();
		this.byPlace.remove(pending.place(), pending);
		this.byAlias.values().remove(pending);
		this.empty = this.byPlace.isEmpty();
	}

	/**
	 * Changes the name that programs see.
	 * @param alias the name, or {@code null} for none
	 */
	public synchronized void changeAlias(PendingRename pending, @Nullable Name alias) {
		this.byAlias.values().remove(pending);
		pending.alias(alias);
		if (alias != null && !pending.isEnded()) {
			this.byAlias.put(new Place(pending.place().directory(), alias), pending);
		}
	}

	/**
	 * Returns the one of a file that is stored under this name, or {@code null}.
	 */
	public @Nullable PendingRename at(Place place) {
		return this.empty ? null : find(this.byPlace, place);
	}

	/**
	 * Returns the one that programs see under this name, or {@code null}.
	 */
	public @Nullable PendingRename byAlias(Directory directory, Name alias) {
		return this.empty ? null : find(this.byAlias, new Place(directory, alias));
	}

	private synchronized @Nullable PendingRename find(Map<Place, PendingRename> map, Place place) {
		return map.get(place);
	}

	/**
	 * Returns the one that hides a stored node from programs that ask for its name in the
	 * database, or {@code null} if they see it.
	 */
	public @Nullable PendingRename hiding(Directory directory, Name name, @Nullable Node stored) {
		if (this.empty || stored == null) {
			return null;
		}
		PendingRename pending = at(new Place(directory, name));
		return (pending != null && pending.file().key().equals(stored.key())) ? pending : null;
	}

	public synchronized List<PendingRename> all() {
		return List.copyOf(this.byPlace.values());
	}

}
