package io.fusemount.conformance.memory;

import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Ownership;
import org.jspecify.annotations.Nullable;

/**
 * The table: rows by id, with a name that is unique in its directory. Every method is a
 * transaction.
 */
final class Rows {

	private final TreeMap<Long, Row> byId = new TreeMap<>();

	private final Map<Long, Map<Name, Row>> byName = new HashMap<>();

	private final Set<Name> stored = new TreeSet<>();

	private long lastId;

	Rows() {
	}

	/** Copies all rows, as a backup of the database would. */
	Rows(Rows other) {
		synchronized (other) {
			other.byId.values().forEach(this::store);
			this.lastId = other.lastId;
		}
	}

	synchronized @Nullable Row find(long id) {
		return this.byId.get(id);
	}

	synchronized @Nullable Row find(long parent, Name name) {
		return in(parent).get(name);
	}

	private Map<Name, Row> in(long parent) {
		return this.byName.computeIfAbsent(parent, (key) -> new TreeMap<>());
	}

	/**
	 * Returns the rows of a directory with ids greater than the given one, in ascending
	 * order.
	 */
	synchronized List<Row> after(long parent, long id) {
		return in(parent).values()
			.stream()
			.filter((row) -> row.id() > id)
			.sorted(Comparator.comparingLong(Row::id))
			.toList();
	}

	synchronized Row insert(long parent, Name name, byte[] content, Instant created, Instant modified,
			Ownership ownership) {
		return insert(parent, name, false, content, created, modified, ownership);
	}

	synchronized Row insertDirectory(long parent, Name name, Instant created, Ownership ownership) {
		return insert(parent, name, true, new byte[0], created, created, ownership);
	}

	/** Creates a directory that is removed together with the one that contains it. */
	synchronized void insertFixed(long parent, Name name, Instant created) {
		store(new Row(++this.lastId, parent, name, true, true, 0, new byte[0], 0, created, created, Ownership.NONE));
	}

	private Row insert(long parent, Name name, boolean directory, byte[] content, Instant created, Instant modified,
			Ownership ownership) {
		requireDirectory(parent);
		requireFree(parent, name);
		Row row = new Row(++this.lastId, parent, name, directory, false, 0, content, content.length, created, modified,
				ownership);
		store(row);
		return row;
	}

	synchronized Row update(Row known, byte @Nullable [] content, Instant modified, Ownership ownership) {
		Row current = requireCurrent(known);
		Row changed = current.withContent((content != null) ? content : current.content(), modified).with(ownership);
		Row noted = (content != null) ? changed : changed.withNoted(current.noted());
		store(noted);
		return noted;
	}

	synchronized Row rename(Row known, long parent, Name target, @Nullable Row replaced) {
		Row source = requireCurrent(known);
		requireDirectory(parent);
		if (replaced != null && replaced.id() != source.id()) {
			Row kept = requireCurrent(replaced);
			if (!kept.name().equals(target) || kept.parent() != parent) {
				throw new ErrnoException(Errno.ESTALE, "The row of '" + target + "' has moved on");
			}
			remove(source.id());
			Row changed = kept.withContent(source.content(), source.modified())
				.with(source.ownership().ofReplaced(kept.ownership()));
			store(changed);
			return changed;
		}
		return move(source, parent, target);
	}

	synchronized Row renameDirectory(Row known, long parent, Name target, @Nullable Row replaced) {
		Row source = requireCurrent(known);
		Set<Long> passed = new HashSet<>();
		for (long above = parent; above != 0 && passed.add(above); above = parentOf(above)) {
			if (above == source.id()) {
				throw new ErrnoException(Errno.EINVAL, "A directory cannot be inside of itself");
			}
		}
		if (replaced != null) {
			removeDirectory(replaced.id());
		}
		return move(source, parent, target);
	}

	private long parentOf(long directory) {
		return Objects.requireNonNull(requireDirectory(directory)).parent();
	}

	/** Moves a row without any check, as an application may. */
	synchronized void moveUnchecked(Row source, long parent, Name target) {
		move(source, parent, target);
	}

	private Row move(Row source, long parent, Name target) {
		if (source.parent() != parent || !source.name().equals(target)) {
			requireFree(parent, target);
		}
		Row renamed = source.withName(parent, target);
		remove(source.id());
		store(renamed);
		return renamed;
	}

	synchronized @Nullable Row removeDirectory(long id) {
		if (!isEmpty(id)) {
			throw new ErrnoException(Errno.ENOTEMPTY, "There are rows in the directory " + id);
		}
		List.copyOf(in(id).values()).forEach((fixed) -> removeDirectory(fixed.id()));
		return remove(id);
	}

	private boolean isEmpty(long id) {
		return in(id).values().stream().allMatch((row) -> row.fixed() && isEmpty(row.id()));
	}

	/** Returns the row that was there. */
	synchronized @Nullable Row remove(long id) {
		Row row = this.byId.remove(id);
		if (row != null) {
			in(row.parent()).remove(row.name());
		}
		return row;
	}

	/** Records a length of content, right or wrong. */
	synchronized void note(long parent, Name name, long length) {
		store(Objects.requireNonNull(in(parent).get(name)).withNoted(length));
	}

	synchronized void overwrite(long parent, Name name, byte[] content) {
		store(Objects.requireNonNull(in(parent).get(name)).withOther(content));
	}

	/** Returns every name that was written since names were last forgotten. */
	synchronized Set<Name> stored() {
		return Set.copyOf(this.stored);
	}

	synchronized void forgetStored() {
		this.stored.clear();
	}

	private void store(Row row) {
		this.stored.add(row.name());
		this.byId.put(row.id(), row);
		in(row.parent()).put(row.name(), row);
	}

	private @Nullable Row requireDirectory(long id) {
		Row row = this.byId.get(id);
		if (id != 0 && (row == null || !row.directory())) {
			throw new ErrnoException(Errno.ENOENT, "There is no directory " + id);
		}
		return row;
	}

	private void requireFree(long parent, Name name) {
		if (in(parent).containsKey(name)) {
			throw new ErrnoException(Errno.EEXIST, "There is a row with the name '" + name + "' already");
		}
	}

	private Row requireCurrent(Row known) {
		Row current = this.byId.get(known.id());
		if (current == null || current.version() != known.version()) {
			throw new ErrnoException(Errno.ESTALE, "The row of '" + known.name() + "' has moved on");
		}
		return current;
	}

}
