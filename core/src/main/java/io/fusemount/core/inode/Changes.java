package io.fusemount.core.inode;

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
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeChange;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.vfs.ChangeObserver;
import io.fusemount.core.vfs.TimeToLive;
import org.jspecify.annotations.Nullable;

/**
 * The ledger of what has become of files and names. Whoever has changed something, or has
 * learnt that somebody else has, says so here and nowhere else; all that remember
 * something of it are told from here: names, inodes, content, failures, and the times of
 * directories.
 */
public final class Changes {

	private final NameTable names;

	private final TimeToLive timeToLive;

	private final InodeTable inodes;

	private final ContentCache contents;

	private final Failures failures;

	private final DirectoryTimes times;

	private final LongAdder invalidations = new LongAdder();

	private final List<ChangeObserver> observers = new CopyOnWriteArrayList<>();

	/**
	 * Creates the ledger.
	 * @param timeToLive how long what names stand for after a change is taken for true
	 */
	public Changes(NameTable names, TimeToLive timeToLive, InodeTable inodes, ContentCache contents, Failures failures,
			DirectoryTimes times) {
		this.names = names;
		this.timeToLive = timeToLive;
		this.inodes = inodes;
		this.contents = contents;
		this.failures = failures;
		this.times = times;
	}

	/**
	 * Has an observer told of every change from now on.
	 * @return ends that
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

	/**
	 * The filesystem has replaced a version by another one, which nobody can see yet.
	 */
	public void succeeded(@Nullable RegularFile before, RegularFile after) {
		if (before != null) {
			this.inodes.succeeded(before, after);
		}
	}

	/**
	 * A version is not what is stored: others have made another one.
	 */
	void refuted(RegularFile stale) {
		this.inodes.refuted(stale);
	}

	/**
	 * A file has been stored; if it was open, versions and content are known.
	 * @param place its place if that is new, else {@code null}
	 */
	public void stored(@Nullable Place place, RegularFile file) {
		this.failures.stored(file.key());
		Place known = (place != null) ? place : this.names.place(file.key());
		if (known != null) {
			this.failures.stored(known.directory().key(), known.name());
		}
		if (place == null) {
			updated(file);
			return;
		}
		if (!this.inodes.isCommitted(file.key())) {
			this.inodes.created(file.key(), place.directory().key());
		}
		named(place, file);
	}

	/** The content of a file that is not open has been replaced. */
	public void replaced(RegularFile before, RegularFile after) {
		succeeded(before, after);
		stored(null, after);
	}

	/** The times of a file have been set. */
	public void timesSet(RegularFile before, RegularFile after) {
		this.contents.succeeded(before, after);
		succeeded(before, after);
		updated(after);
	}

	/**
	 * A file that is not open has been renamed.
	 * @param replaced the file whose row it has taken, or {@code null}
	 */
	public void renamed(Place source, RegularFile before, @Nullable RegularFile replaced, Place target,
			RegularFile after) {
		this.contents.succeeded(before, after);
		succeeded((replaced != null) ? replaced : before, after);
		this.failures.stored(before.key());
		stored(target, after);
		moved(source, before.key(), target, after);
	}

	/**
	 * A file that is open has been renamed.
	 * @param before the row that it had, or {@code null}
	 */
	public void renamed(Place source, @Nullable NodeKey before, @Nullable RegularFile replaced, Place target,
			RegularFile after) {
		this.names.changed(source);
		succeeded(replaced, after);
		stored(target, after);
		if (before != null) {
			moved(source, before, target, after);
		}
	}

	/** The row goes, if another one has got its content. */
	private void moved(Place source, NodeKey before, Place target, RegularFile after) {
		if (before.equals(after.key())) {
			tell((observer) -> observer.renamed(source, target, after));
		}
		else {
			tell((observer) -> observer.left(source, before));
		}
	}

	/** Programs have seen a new file as another one, until it was stored. */
	public void seenAs(NodeKey stored, NodeKey before) {
		this.inodes.seenAs(stored, before);
	}

	/** A file has been deleted. */
	public void deleted(Place place, RegularFile file) {
		this.contents.forget(file.key());
		this.failures.stored(file.key());
		left(place, file);
	}

	/**
	 * A directory has been made.
	 */
	public void made(Place place, Directory directory) {
		// It may not know when it was.
		touched(directory);
		named(place, directory);
	}

	/**
	 * A directory has another name, which may be in another one. What is known of names
	 * in it stays.
	 */
	public void moved(Place source, Place target, Directory directory) {
		left(source);
		named(target, directory);
		tell((observer) -> observer.renamed(source, target, directory));
	}

	/**
	 * A directory has been removed.
	 */
	public void removed(Place place, Directory directory) {
		this.names.invalidateIn(directory.key());
		this.times.forget(directory.key());
		left(place, directory);
	}

	/**
	 * A directory that stayed local has been removed.
	 */
	public void removedLocally(Place place, Directory directory) {
		this.names.invalidateIn(directory.key());
		this.times.forget(directory.key());
		touched(place.directory());
	}

	/** A name stands for nothing now. */
	public void left(Place place) {
		named(place, null);
	}

	/**
	 * What is gone had this name.
	 */
	public void left(Place place, Node node) {
		left(place);
		tell((observer) -> observer.left(place, node.key()));
	}

	private void named(Place place, @Nullable Node node) {
		this.names.stored(place, node, this.timeToLive);
		touched(place.directory());
		tell((observer) -> observer.named(place, node));
	}

	private void updated(Node node) {
		this.names.update(node, this.timeToLive);
		tell((observer) -> observer.updated(node.key()));
	}

	/** Names that only programs see have changed. */
	public void touched(Directory directory) {
		changed(directory.key());
	}

	private void changed(NodeKey directory) {
		this.times.change(directory);
		tell((observer) -> observer.touched(directory));
	}

	/**
	 * A program has set the time of a directory.
	 */
	public void timeSet(Directory directory, Instant modified) {
		this.times.set(directory.key(), modified);
		tell((observer) -> observer.touched(directory.key()));
	}

	/**
	 * Opening a file has told more of the version that was found.
	 */
	public void opened(RegularFile found, @Nullable RegularFile opened) {
		if (opened != null && opened != found && opened.isSameVersion(found)) {
			this.names.replace(found, opened);
		}
	}

	/**
	 * Does something with a snapshot that may be outdated. If it is, it is forgotten
	 * before the failure goes on: the kernel looks the path up again after {@code ESTALE}
	 * and finds the new one.
	 */
	public <T> T refreshing(NodeKey key, Supplier<T> work) {
		try {
			return work.get();
		}
		catch (ErrnoException ex) {
			throw refreshing(key, ex);
		}
	}

	/** A snapshot may have turned out to be outdated. */
	ErrnoException refreshing(NodeKey key, ErrnoException failure) {
		if (failure.errno() == Errno.ESTALE) {
			invalidated(key);
		}
		return failure;
	}

	/**
	 * Others have changed a file, its name, or made one of its name.
	 */
	public void invalidated(NodeKey key) {
		invalidated(NodeChange.of(key));
	}

	/**
	 * Others have changed a node, as its source tells. If that knows where, no other
	 * directories are taken for changed.
	 */
	public void invalidated(NodeChange change) {
		this.invalidations.increment();
		Place known = this.names.invalidate(change.node());
		NodeKey before = (known != null) ? known.directory().key() : null;
		NodeKey told = change.directory();
		if (told == null || told.equals(before)) {
			this.times.changeByOthers(change.node(), before)
				.forEach((directory) -> tell((observer) -> observer.touched(directory)));
		}
		else {
			changed(told);
			if (before != null) {
				changed(before);
			}
		}
		tell((observer) -> {
			if (change.deleted()) {
				observer.deleted(change.node());
			}
			else {
				observer.changed(change.node());
			}
		});
	}

	/**
	 * Others may have changed a node, and names in it if it is a directory.
	 */
	public void invalidated(Node node) {
		invalidated(node.key());
		if (node instanceof Directory) {
			this.names.invalidateIn(node.key());
			tell((observer) -> observer.namesChanged(node.key()));
		}
		this.contents.distrust(node.key());
	}

	/**
	 * Others may have changed any nodes, and versions tell of which content.
	 */
	public void invalidatedNames() {
		this.invalidations.increment();
		this.names.doubtAll();
		this.times.changeAll();
		tell(ChangeObserver::allChanged);
	}

	/**
	 * Others may have changed everything.
	 */
	public void invalidatedAll() {
		this.invalidations.increment();
		this.names.invalidateAll();
		this.contents.forgetAll();
		tell(ChangeObserver::allChanged);
	}

	/**
	 * Returns how often something was forgotten because others may have changed it.
	 */
	public long invalidations() {
		return this.invalidations.sum();
	}

}
