package io.fusemount.core.change;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.fusemount.core.cache.ContentCache;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.failure.Failures;
import io.fusemount.core.inode.FileInode;
import io.fusemount.core.inode.Inode;
import io.fusemount.core.inode.Listings;
import io.fusemount.core.inode.ModificationTimes;
import io.fusemount.core.inode.Names;
import io.fusemount.core.inode.News;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeChange;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.vfs.ChangeObserver;
import org.jspecify.annotations.Nullable;

/**
 * Reports changes to the observers, to failure notes, and to the times and open listings
 * of directories. An operation reports its changes after names and inodes show them.
 */
public final class Changes {

	private final Names names;

	private final News news;

	private final ModificationTimes times;

	private final Listings listings;

	private final ContentCache contents;

	private final Failures failures;

	private final LongAdder invalidations = new LongAdder();

	private final List<ChangeObserver> observers = new CopyOnWriteArrayList<>();

	public Changes(Names names, ModificationTimes times, Listings listings, ContentCache contents, Failures failures) {
		this.names = names;
		this.news = new News(names);
		this.times = times;
		this.listings = listings;
		this.contents = contents;
		this.failures = failures;
	}

	/**
	 * Registers an observer of every change from now on.
	 * @return an action that removes it
	 */
	public Runnable observe(ChangeObserver observer) {
		this.observers.add(observer);
		return () -> this.observers.remove(observer);
	}

	private void tell(Consumer<ChangeObserver> news) {
		for (ChangeObserver observer : this.observers) {
			news.accept(observer);
		}
	}

	private void tell(NodeKey directory, Consumer<Listings.Listener> news) {
		this.listings.of(directory).forEach(news);
	}

	/**
	 * Reports that a file has been stored under its name.
	 */
	public void updated(FileInode file) {
		succeeded(file);
		changed(file);
	}

	/**
	 * Clears the notes of earlier failures of a file; the caller keeps its commits away.
	 */
	public void succeeded(FileInode file) {
		Place place = file.place();
		this.failures.stored(file.key());
		if (place != null) {
			this.failures.stored(place.directoryKey(), place.name());
		}
	}

	/**
	 * Reports that the content or the times of a file have changed.
	 */
	public void changed(FileInode file) {
		tell((observer) -> observer.updated(file.key()));
	}

	/**
	 * Reports that the attributes of a directory have changed.
	 */
	public void changed(Directory directory) {
		tell((observer) -> observer.updated(directory.key()));
	}

	/**
	 * Reports that a file has been stored under a new name.
	 */
	public void stored(Place place, FileInode file) {
		this.failures.stored(file.key());
		this.failures.stored(place.directoryKey(), place.name());
		named(place, file.node());
	}

	/**
	 * Reports that a file has another name.
	 * @param before the row that it had, {@code null} for none
	 */
	public void renamed(Place source, @Nullable NodeKey before, Place target, FileInode file) {
		stored(target, file);
		if (before == null) {
			touched(source.directory());
			return;
		}
		this.failures.stored(before);
		named(source, null);
		if (before.equals(file.key())) {
			moved(source, target, file);
		}
		else {
			left(source, before);
		}
	}

	private void moved(Place source, Place target, Inode inode) {
		NodeKey directory = source.directoryKey();
		if (directory.equals(target.directoryKey())) {
			tell(directory, (listing) -> listing.renamed(source.name(), target.name(), inode));
		}
		else {
			tell(directory, (listing) -> listing.left(source.name(), inode.key()));
		}
		tell((observer) -> observer.renamed(source, target, inode.node()));
	}

	private void left(Place place, NodeKey node) {
		tell(place.directoryKey(), (listing) -> listing.left(place.name(), node));
		tell((observer) -> observer.left(place, node));
	}

	/**
	 * Reports that a row has been deleted.
	 * @param place where it was stored
	 */
	public void deleted(Place place, NodeKey row) {
		this.contents.forget(row);
		this.failures.stored(row);
		hidden(place, row);
	}

	/**
	 * Reports that programs do not see a node any more.
	 */
	public void hidden(Place place, NodeKey node) {
		named(place, null);
		left(place, node);
	}

	/**
	 * Reports that a directory has been created.
	 */
	public void made(Place place, Directory directory) {
		touched(directory);
		named(place, directory);
	}

	/**
	 * Reports that a directory has another name.
	 */
	public void moved(Place source, Place target, Directory directory) {
		named(source, null);
		named(target, directory);
		moved(source, target, this.names.directory(directory));
	}

	private void named(Place place, @Nullable Node node) {
		touched(place.directory());
		tell((observer) -> observer.named(place, node));
	}

	/**
	 * Reports that names which only programs see have changed.
	 */
	public void touched(Directory directory) {
		this.times.touch(directory);
		tell((observer) -> observer.touched(directory.key()));
	}

	private void touched(NodeKey directory) {
		this.times.touch(directory);
		tell((observer) -> observer.touched(directory));
	}

	/**
	 * Reports that a program has set the time of a directory.
	 */
	public void timeSet(Directory directory, Instant modified) {
		this.times.set(directory, modified);
		tell((observer) -> observer.touched(directory.key()));
	}

	/**
	 * Uses a snapshot that may be outdated. If it is, it is forgotten before the failure
	 * continues: the kernel looks the path up again after {@code ESTALE}.
	 */
	public <T> T refreshing(NodeKey key, Supplier<T> work) {
		try {
			return work.get();
		}
		catch (ErrnoException ex) {
			throw refreshing(key, ex);
		}
	}

	/**
	 * Forgets a snapshot if a failure tells that it is outdated.
	 */
	public ErrnoException refreshing(NodeKey key, ErrnoException failure) {
		if (failure.errno() == Errno.ESTALE) {
			invalidated(NodeChange.of(key));
		}
		return failure;
	}

	/**
	 * Reports that others have changed a node. If its directory is known, no other one
	 * counts as changed.
	 */
	public void invalidated(NodeChange change) {
		this.invalidations.increment();
		Place known = this.news.forget(change.node());
		if (change.preceding() && !change.deleted()) {
			this.news.doubtBesideDirectories();
			tell(ChangeObserver::namesTaken);
		}
		NodeKey before = (known != null) ? known.directoryKey() : null;
		NodeKey told = change.directory();
		if (told == null || told.equals(before)) {
			this.times.touchByOthers(change.node(), before)
				.forEach((directory) -> tell((observer) -> observer.touched(directory)));
		}
		else {
			touched(told);
			if (before != null) {
				touched(before);
			}
		}
		if (change.deleted()) {
			this.listings.all().forEach((listing) -> listing.gone(change.node()));
			tell((observer) -> observer.deleted(change.node()));
		}
		else {
			tell((observer) -> observer.changed(change.node()));
		}
	}

	/**
	 * Reports that others may have changed a node, and names in it if it is a directory.
	 */
	public void invalidated(Node node) {
		invalidated(NodeChange.of(node.key()));
		if (node instanceof Directory) {
			this.news.forgetIn(node.key());
			tell((observer) -> observer.namesChanged(node.key()));
		}
		this.contents.distrust(node.key());
	}

	/**
	 * Reports that others may have changed any nodes, whose versions identify their
	 * content.
	 */
	public void invalidatedNames() {
		this.invalidations.increment();
		this.news.doubtAll();
		this.times.touchAll();
		tell(ChangeObserver::allChanged);
	}

	/**
	 * Reports that others may have changed everything.
	 */
	public void invalidatedAll() {
		this.invalidations.increment();
		this.news.forgetAll();
		this.contents.forgetAll();
		tell(ChangeObserver::allChanged);
	}

	/**
	 * Returns how often cached data was dropped because others may have changed it.
	 */
	public long invalidations() {
		return this.invalidations.sum();
	}

}
