package io.fusemount.conformance.memory;

import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import org.jspecify.annotations.Nullable;

/**
 * The table: rows by id, with a unique name. Every method is a transaction.
 */
final class Rows {

	private final TreeMap<Long, Row> byId = new TreeMap<>();

	private final Map<Name, Row> byName = new TreeMap<>();

	private final Set<Name> stored = new TreeSet<>();

	private long lastId;

	synchronized @Nullable Row find(long id) {
		return this.byId.get(id);
	}

	synchronized @Nullable Row find(Name name) {
		return this.byName.get(name);
	}

	/** Returns the rows with greater ids, in the order of their ids. */
	synchronized Collection<Row> after(long id) {
		return new TreeMap<>(this.byId.tailMap(id, false)).values();
	}

	synchronized Row insert(Name name, byte[] content, Instant created, Instant modified) {
		requireFree(name);
		Row row = new Row(++this.lastId, name, 0, content, content.length, created, modified);
		store(row);
		return row;
	}

	synchronized Row update(Row known, byte @Nullable [] content, Instant modified) {
		Row current = requireCurrent(known);
		Row changed = current.withContent((content != null) ? content : current.content(), modified);
		Row noted = (content != null) ? changed : changed.withNoted(current.noted());
		store(noted);
		return noted;
	}

	synchronized Row rename(Row known, Name target, @Nullable Row replaced) {
		Row source = requireCurrent(known);
		if (replaced != null && replaced.id() != source.id()) {
			Row kept = requireCurrent(replaced);
			if (!kept.name().equals(target)) {
				throw new ErrnoException(Errno.ESTALE, "The row of '" + target + "' has moved on");
			}
			remove(source.id());
			Row changed = kept.withContent(source.content(), source.modified());
			store(changed);
			return changed;
		}
		if (!source.name().equals(target)) {
			requireFree(target);
		}
		Row renamed = source.withName(target);
		remove(source.id());
		store(renamed);
		return renamed;
	}

	synchronized void remove(long id) {
		Row row = this.byId.remove(id);
		if (row != null) {
			this.byName.remove(row.name());
		}
	}

	/** Notes a length of content, right or wrong. */
	synchronized void note(Name name, long length) {
		store(Objects.requireNonNull(this.byName.get(name)).withNoted(length));
	}

	/** Returns every name that was written since they were forgotten. */
	synchronized Set<Name> stored() {
		return Set.copyOf(this.stored);
	}

	synchronized void forgetStored() {
		this.stored.clear();
	}

	private void store(Row row) {
		this.stored.add(row.name());
		this.byId.put(row.id(), row);
		this.byName.put(row.name(), row);
	}

	private void requireFree(Name name) {
		if (this.byName.containsKey(name)) {
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
