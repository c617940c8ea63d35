package io.fusemount.core.inode;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.ReentrantLock;

import io.fusemount.core.limit.Locks;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import org.jspecify.annotations.Nullable;

/**
 * Keeps two operations that change the same name apart. A name is locked together with
 * the names that its file has for a while: under which it is stored, and under which
 * programs see it. Lookups take no lock.
 */
public final class NameLock {

	private static final Comparator<Place> ORDER = Comparator
		.comparing((Place place) -> place.directoryKey(),
				Comparator.comparing(NodeKey::space).thenComparing(NodeKey::id))
		.thenComparing(Place::name);

	private final Names names;

	private final ConcurrentMap<Place, Held> locks = new ConcurrentHashMap<>();

	public NameLock(Names names) {
		this.names = names;
	}

	/**
	 * Locks names until the scope is closed, after waiting as long as the operation is
	 * wanted.
	 */
	public Scope lock(Place... wanted) {
		List<Place> places = together(wanted);
		Scope scope = lockAll(places);
		// A file may have got, or lost, another name in the meantime.
		while (!together(wanted).equals(places)) {
			scope.close();
			places = together(wanted);
			scope = lockAll(places);
		}
		return scope;
	}

	/**
	 * Locks the name of a file, which may change while another operation is waited for.
	 * @return {@code null} if the file has no name
	 */
	public @Nullable Scope lock(FileInode file) {
		while (true) {
			Place place = file.place();
			if (place == null) {
				return null;
			}
			Scope scope = lock(place);
			if (place.equals(file.place())) {
				return scope;
			}
			scope.close();
		}
	}

	/** Returns the names that are changed together with the given ones, in one order. */
	private List<Place> together(Place... wanted) {
		Set<Place> all = new LinkedHashSet<>(List.of(wanted));
		List<Place> left = new ArrayList<>(all);
		while (!left.isEmpty()) {
			for (Place other : partners(left.remove(left.size() - 1))) {
				if (all.add(other)) {
					left.add(other);
				}
			}
		}
		return all.stream().sorted(ORDER).toList();
	}

	/** Returns the other names of the files that have this name, to programs or not. */
	private List<Place> partners(Place place) {
		synchronized (this.names.inodes) {
			List<Place> partners = new ArrayList<>(2);
			NameView view = this.names.view(place);
			if (view != null && view.away != null && view.away.detour != null) {
				Place alias = view.away.detour.shownAt();
				partners.add((alias != null) ? alias : place);
			}
			if (view != null && view.shown instanceof FileInode file && file.detour != null) {
				partners.add(file.detour.from());
			}
			return partners;
		}
	}

	private Scope lockAll(List<Place> places) {
		List<Held> held = new ArrayList<>(places.size());
		Scope scope = new Scope(held);
		boolean locked = false;
		try {
			for (Place place : places) {
				Held lock = this.locks.compute(place, (key, known) -> {
					Held used = (known != null) ? known : new Held(place);
					used.users++;
					return used;
				});
				boolean mine = false;
				try {
					Locks.await(lock.lock);
					mine = true;
				}
				finally {
					if (!mine) {
						unuse(lock);
					}
				}
				held.add(lock);
			}
			locked = true;
			return scope;
		}
		finally {
			if (!locked) {
				scope.close();
			}
		}
	}

	private void unuse(Held lock) {
		this.locks.computeIfPresent(lock.place, (key, known) -> (--known.users == 0) ? null : known);
	}

	private static final class Held {

		private final Place place;

		private final ReentrantLock lock = new ReentrantLock();

		private int users;

		Held(Place place) {
			this.place = place;
		}

	}

	/**
	 * Names that are locked.
	 */
	public final class Scope implements AutoCloseable {

		private final List<Held> held;

		private Scope(List<Held> held) {
			this.held = held;
		}

		@Override
		public void close() {
			for (int i = this.held.size() - 1; i >= 0; i--) {
				this.held.get(i).lock.unlock();
				unuse(this.held.get(i));
			}
			this.held.clear();
		}

	}

}
