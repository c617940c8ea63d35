package io.fusemount.core.vfs;

import io.fusemount.core.failure.Failures;
import io.fusemount.core.file.OpenFiles;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.tree.FileTree;
import org.jspecify.annotations.Nullable;

/**
 * What has become of stored files. Whoever has changed one says so here, and all that
 * remember something of it hear of it: names, versions, content, failures, newcomers.
 */
final class Ledger {

	private final FileTree tree;

	private final OpenFiles openFiles;

	private final Failures failures;

	private final Newcomers newcomers;

	Ledger(FileTree tree, OpenFiles openFiles, Failures failures, Newcomers newcomers) {
		this.tree = tree;
		this.openFiles = openFiles;
		this.failures = failures;
		this.newcomers = newcomers;
	}

	/**
	 * A file has been stored; if it was open, versions and content are known.
	 * @param place its place if that is new, else {@code null}
	 */
	void stored(@Nullable Place place, RegularFile file) {
		this.failures.stored(file.key());
		Place known = (place != null) ? place : this.tree.place(file);
		if (known != null) {
			this.failures.stored(known.directory().key(), known.name());
		}
		if (place == null) {
			this.tree.updated(file);
			return;
		}
		if (this.openFiles.isFirstVersion(file)) {
			this.newcomers.add(file.key());
		}
		this.tree.changed(place.directory(), place.name(), file);
	}

	/** The content of a file that is not open has been replaced. */
	void replaced(RegularFile before, RegularFile after) {
		this.openFiles.succeeded(before, after);
		stored(null, after);
	}

	/** The times of a file that is not open have been set. */
	void timesSet(RegularFile before, RegularFile after) {
		this.openFiles.keptContent(before, after);
		this.openFiles.succeeded(before, after);
		this.tree.updated(after);
	}

	/**
	 * A file that is not open has been renamed.
	 * @param replaced the file whose row it has taken, or {@code null}
	 */
	void renamed(RegularFile before, @Nullable RegularFile replaced, Place target, RegularFile after) {
		this.openFiles.keptContent(before, after);
		this.openFiles.succeeded((replaced != null) ? replaced : before, after);
		this.failures.stored(before.key());
		stored(target, after);
	}

	/** A file has been deleted. */
	void deleted(Place place, RegularFile file) {
		this.openFiles.forgetContent(file);
		this.failures.stored(file.key());
		this.tree.changed(place.directory(), place.name(), null);
	}

}
