package io.fusemount.core.namespace;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;

import io.fusemount.core.change.Changes;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.inode.Bindings;
import io.fusemount.core.inode.LocalNames;
import io.fusemount.core.inode.NameLock;
import io.fusemount.core.inode.Names;
import io.fusemount.core.inode.ScratchDirectory;
import io.fusemount.core.name.ScratchNames;
import io.fusemount.core.node.AttributeValues;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.DirectoryEntry;
import io.fusemount.core.node.LiveDirectory;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Ownership;
import io.fusemount.core.node.Place;
import io.fusemount.core.operation.Step;
import io.fusemount.core.operation.Steps;
import io.fusemount.core.tree.DirectoryListing;
import io.fusemount.core.tree.FileTree;
import org.jspecify.annotations.Nullable;

/**
 * Directories that programs make, remove and rename, where their parents can.
 */
public final class Directories {

	private final FileTree tree;

	private final NameLock locks;

	private final Names names;

	private final LocalNames locals;

	private final Bindings bindings;

	private final Changes changes;

	private final Guard guard;

	private final Steps steps;

	private final ScratchNames scratch;

	private final ScratchDirectories scratchDirectories;

	public Directories(FileTree tree, NameLock locks, Names names, LocalNames locals, Bindings bindings,
			Changes changes, Guard guard, Steps steps, ScratchNames scratch, ScratchDirectories scratchDirectories) {
		this.tree = tree;
		this.locks = locks;
		this.names = names;
		this.locals = locals;
		this.bindings = bindings;
		this.changes = changes;
		this.guard = guard;
		this.steps = steps;
		this.scratch = scratch;
		this.scratchDirectories = scratchDirectories;
	}

	/**
	 * Makes an empty directory.
	 * @param mode its mode bits
	 */
	public void create(Place place, int mode) {
		try (NameLock.Scope scope = this.locks.lock(place)) {
			make(place, Beginnings.of(place.directory(), mode, true));
		}
	}

	private void make(Place place, Ownership ownership) {
		this.guard.requireAbsent(place);
		boolean local = isLocal(place);
		if (!local) {
			this.guard.requireDirectories(place.directory(), "made");
		}
		this.guard.requireNotReadOnly();
		this.guard.requireNotReserved(place);
		this.guard.requireNotTaken(place);
		if (local) {
			this.scratchDirectories.make(place, ownership);
			this.changes.touched(place.directory());
			return;
		}
		Directory made = taking(place, () -> this.steps.run(Step.COMMIT, place.directory().countedAs(),
				() -> place.directory().createDirectory(place.name(), ownership)));
		this.bindings.made(place, made);
		this.changes.made(place, made);
	}

	/**
	 * Changes owner, group, mode or attributes of a directory that keeps them.
	 */
	public void update(Directory directory, Ownership changes, AttributeValues attributes) {
		Directory after = this.changes.refreshing(directory.key(),
				() -> this.steps.run(Step.COMMIT, directory.countedAs(), () -> directory.update(changes, attributes)));
		Place place = this.names.place(directory.key());
		if (after instanceof ScratchDirectory local && place != null) {
			local.label(place);
		}
		else if (place != null) {
			this.bindings.made(place, after);
		}
		this.changes.changed(after);
	}

	/** If another node has taken the name meanwhile, what is known of it is outdated. */
	private Directory taking(Place place, Supplier<Directory> work) {
		try {
			return work.get();
		}
		catch (ErrnoException ex) {
			if (ex.errno() == Errno.EEXIST) {
				this.names.forget(place);
			}
			throw ex;
		}
	}

	/** Whether a directory of this name stays local, as all that is in it does. */
	private boolean isLocal(Place place) {
		Directory parent = place.directory();
		return parent instanceof ScratchDirectory || this.scratch.matchesDirectory(place.name()) && parent.canCreate()
				&& !(parent instanceof LiveDirectory);
	}

	/**
	 * Removes an empty directory.
	 */
	public void delete(Place place) {
		try (NameLock.Scope scope = this.locks.lock(place)) {
			remove(place);
		}
	}

	private void remove(Place place) {
		Directory directory = FileTree.requireDirectory(this.guard.requireExisting(place), place.name());
		this.guard.requireNotReadOnly();
		requireNotFixed(place, directory);
		this.guard.requireChangeable(place, directory);
		requireNothingLocal(directory, place);
		if (directory instanceof ScratchDirectory local) {
			this.scratchDirectories.remove(place, local);
			this.changes.touched(place.directory());
			return;
		}
		if (!place.directory().canCreateDirectories() && hasEntries(directory)) {
			throw notEmpty(place);
		}
		this.guard.requireDirectories(place.directory(), "removed");
		this.changes.refreshing(directory.key(),
				() -> this.steps.run(Step.COMMIT, place.directory().countedAs(), () -> {
					place.directory().deleteDirectory(directory);
					return directory;
				}));
		this.bindings.removed(place, directory);
		this.changes.hidden(place, directory.key());
	}

	private boolean hasEntries(Directory directory) {
		DirectoryListing listing = this.tree.list(directory);
		try {
			return listing.entry(0) != null;
		}
		finally {
			this.tree.end(listing);
		}
	}

	private static void requireNotFixed(Place place, Directory directory) {
		if (directory.isFixed()) {
			throw new ErrnoException(Errno.EPERM,
					"'" + place.name() + "' is there for as long as the directory that it is in",
					"Remove or rename that one", null);
		}
	}

	private static ErrnoException notEmpty(Place place) {
		return new ErrnoException(Errno.ENOTEMPTY, "Directory not empty: " + place.name());
	}

	/**
	 * Requires that nothing in a directory waits for its first commit or stays local. The
	 * directory itself refuses to be removed if something stored is in it.
	 */
	private void requireNothingLocal(Directory directory, Place place) {
		if (!this.locals.in(directory).isEmpty()) {
			throw notEmpty(place);
		}
		for (DirectoryEntry inner : directory.fixedDirectories()) {
			requireNothingLocal((Directory) inner.node(), new Place(directory, inner.name()));
		}
	}

	/**
	 * Gives a directory another name, with all that is in it.
	 */
	void rename(Place source, Place target, Directory directory) {
		if (directory instanceof ScratchDirectory local) {
			renameLocal(source, target, local);
			return;
		}
		requireNotFixed(source, directory);
		this.guard.requireDirectories(source.directory(), "renamed");
		this.guard.requireDirectories(target.directory(), "renamed");
		this.guard.requireNotReserved(target);
		requireOutside(target.directory(), directory);
		Node existing = this.tree.lookup(target);
		if (existing != null && existing.key().equals(directory.key())) {
			return;
		}
		Directory replaced = null;
		if (existing != null) {
			replaced = FileTree.requireDirectory(existing, target.name());
			if (replaced instanceof ScratchDirectory) {
				throw new ErrnoException(Errno.EXDEV, "'" + target.name() + "' stays local");
			}
			requireNotFixed(target, replaced);
			this.guard.requireChangeable(target, replaced);
			requireNothingLocal(replaced, target);
		}
		else {
			this.guard.requireNotTaken(target);
		}
		store(source, target, directory, replaced);
	}

	/** Everything else is left to copies: it would become rows, or cease to be some. */
	private void renameLocal(Place source, Place target, ScratchDirectory directory) {
		this.guard.requireNotReadOnly();
		this.guard.requireNotReserved(target);
		Node existing = this.tree.lookup(target);
		if (existing != null && existing.key().equals(directory.key())) {
			return;
		}
		Directory taken = (existing != null) ? FileTree.requireDirectory(existing, target.name()) : null;
		requireOutside(target.directory(), directory);
		if (!isLocal(target) || taken != null && !(taken instanceof ScratchDirectory)) {
			throw new ErrnoException(Errno.EXDEV,
					"'" + source.name() + "' stays local, and '" + target.name() + "' would not");
		}
		if (taken != null) {
			requireNothingLocal(taken, target);
		}
		this.scratchDirectories.move(directory, source, target, (ScratchDirectory) taken);
		if (taken != null) {
			this.changes.touched(target.directory());
		}
		this.changes.touched(source.directory());
		this.changes.touched(target.directory());
	}

	private void store(Place source, Place target, Directory directory, @Nullable Directory replaced) {
		Directory renamed = taking(target,
				() -> this.changes.refreshing(directory.key(),
						() -> this.steps.run(Step.COMMIT, target.directory().countedAs(),
								() -> target.directory().renameDirectory(directory, target.name(), replaced))));
		if (replaced != null) {
			this.bindings.removed(target, replaced);
			this.changes.hidden(target, replaced.key());
		}
		this.bindings.moved(source, target, renamed);
		this.changes.moved(source, target, renamed);
	}

	/**
	 * As far as is known here; whose tree it is knows for certain. The application may
	 * have made a circle of it, or what is known may be of two moments.
	 */
	private void requireOutside(Directory target, Directory moved) {
		Set<NodeKey> passed = new HashSet<>();
		NodeKey above = target.key();
		while (above != null && passed.add(above)) {
			if (above.equals(moved.key())) {
				throw new ErrnoException(Errno.EINVAL, "A directory cannot be moved into itself");
			}
			Place place = this.names.place(above);
			above = (place != null) ? place.directoryKey() : null;
		}
	}

}
