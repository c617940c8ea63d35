package io.fusemount.core.namespace;

import java.util.function.Consumer;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.file.OpenFiles;
import io.fusemount.core.inode.Changes;
import io.fusemount.core.inode.InodeTable;
import io.fusemount.core.inode.NameTable;
import io.fusemount.core.inode.Tables;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.operation.Step;
import io.fusemount.core.operation.Steps;
import io.fusemount.core.spool.Spool;
import io.fusemount.core.spool.SpooledContent;
import io.fusemount.core.tree.FileTree;
import org.jspecify.annotations.Nullable;

/**
 * A rename to another directory, which is another repository: {@code EXDEV}, unless the
 * name is taken there. Told that, {@code mv} would delete the file of that name before it
 * copies: the row would be another one afterwards, or none if the copy is refused. So the
 * content goes into the row, in one transaction, and then the source is deleted, in a
 * second.
 */
public final class Transfer {

	private final FileTree tree;

	private final NameTable names;

	private final InodeTable inodes;

	private final OpenFiles openFiles;

	private final ChangeGuard guard;

	private final Spool spool;

	private final Changes changes;

	private final Steps steps;

	private final Consumer<Place> delete;

	public Transfer(FileTree tree, Tables tables, OpenFiles openFiles, ChangeGuard guard, Spool spool, Steps steps,
			Consumer<Place> delete) {
		this.tree = tree;
		this.names = tables.names();
		this.inodes = tables.inodes();
		this.openFiles = openFiles;
		this.guard = guard;
		this.spool = spool;
		this.changes = tables.changes();
		this.steps = steps;
		this.delete = delete;
	}

	public void move(Place source, Place target) {
		Node node = this.guard.requireExisting(source);
		Node existing = this.tree.lookup(target.directory(), target.name());
		if (ChangeGuard.isSameFile(node, existing)) {
			// Two names of one file, as rename(2) has it: told EXDEV, mv would delete it.
			return;
		}
		if (!(node instanceof RegularFile file) || existing == null || isUnsettled(source, file)
				|| isUnsettled(target, null)) {
			throw new ErrnoException(Errno.EXDEV, "A file cannot leave its directory: each is a repository");
		}
		this.guard.requireDeletable(source);
		this.guard.requireWritable(existing);
		replace(target.directory(), ChangeGuard.requireFile(existing), file);
		if (!this.guard.requireDeletable(source).isSameVersion(file)) {
			throw new ErrnoException(Errno.ESTALE, "The file was changed while it was moved");
		}
		this.delete.accept(source);
	}

	/** What is open, local, or called otherwise for the moment, is left to copies. */
	private boolean isUnsettled(Place place, @Nullable RegularFile file) {
		return (file != null && this.inodes.find(file) != null) || this.names.open(place) != null
				|| this.names.moved(place) != null;
	}

	private void replace(Directory directory, RegularFile target, RegularFile found) {
		RegularFile source = this.changes.refreshing(found.key(), found::measured);
		// Before the transaction, so that none waits for a permit that another holds.
		SpooledContent content = SpooledContent.copy(this.spool, source.content(), source.attributes().size());
		try {
			FileChanges changes = new FileChanges(content, source.attributes().modified());
			this.openFiles.replacements()
				.replace(target, (newest) -> this.steps.run(Step.COMMIT, directory.countedAs(),
						() -> update((newest != null) ? newest : target, changes)));
		}
		finally {
			content.discard();
		}
	}

	private RegularFile update(RegularFile target, FileChanges changes) {
		RegularFile updated = this.changes.refreshing(target.key(), () -> target.update(changes));
		this.changes.replaced(target, updated);
		return updated;
	}

}
