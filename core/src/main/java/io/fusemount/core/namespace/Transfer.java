package io.fusemount.core.namespace;

import io.fusemount.core.change.Changes;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.inode.FileInode;
import io.fusemount.core.inode.InodeTable;
import io.fusemount.core.inode.Names;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.save.Detours;
import io.fusemount.core.save.Rows;
import io.fusemount.core.spool.Spool;
import io.fusemount.core.spool.SpooledContent;
import io.fusemount.core.tree.FileTree;
import org.jspecify.annotations.Nullable;

/**
 * A rename to another directory, which is another repository: {@code EXDEV}, unless the
 * name is taken there. Told that, {@code mv} would delete the file of that name before it
 * copies: the row would be another one afterwards, or none if the copy is refused. So the
 * content goes into the row by one transaction, and then the source is deleted by a
 * second.
 */
public final class Transfer {

	private final Guard guard;

	private final FileTree tree;

	private final Names names;

	private final InodeTable inodes;

	private final Rows rows;

	private final Detours detours;

	private final Changes changes;

	private final Spool spool;

	public Transfer(Guard guard, FileTree tree, Names names, InodeTable inodes, Rows rows, Detours detours,
			Changes changes, Spool spool) {
		this.guard = guard;
		this.tree = tree;
		this.names = names;
		this.inodes = inodes;
		this.rows = rows;
		this.detours = detours;
		this.changes = changes;
		this.spool = spool;
	}

	void move(Place source, Place target) {
		Node node = this.guard.requireExisting(source);
		Node existing = this.tree.lookup(target);
		if (Guard.isSameFile(node, existing)) {
			// Two names of one file, as rename(2) has it: told EXDEV, mv would delete it.
			return;
		}
		if (!(node instanceof RegularFile found) || existing == null || isUnsettled(source, node)
				|| isUnsettled(target, null)) {
			throw new ErrnoException(Errno.EXDEV, "A file cannot leave its directory: each is a repository");
		}
		this.guard.requireDeletable(source);
		this.guard.requireWritable(existing);
		FileInode file = this.inodes.current(found);
		RegularFile version = file.requireVersion();
		replace(target, this.inodes.current(Guard.requireFile(existing)), version);
		FileInode now = this.inodes.current(this.guard.requireDeletable(source));
		if (!now.requireVersion().isSameVersion(version)) {
			throw new ErrnoException(Errno.ESTALE, "The file was changed while it was moved");
		}
		this.detours.delete(now, source);
	}

	/** What is open, local, or has another name for the moment, is left to copies. */
	private boolean isUnsettled(Place place, @Nullable Node node) {
		return this.names.shown(place) instanceof FileInode || node instanceof FileInode file && file.open() != null;
	}

	private void replace(Place target, FileInode over, RegularFile found) {
		RegularFile source = this.changes.refreshing(found.key(), found::measured);
		// Before the transaction, so that none waits for a permit that another one holds.
		SpooledContent content = SpooledContent.copy(this.spool, source.content(), source.attributes().size());
		try {
			this.rows.put(target, over,
					new FileChanges(content, source.attributes().modified()).with(source.ownership()));
		}
		finally {
			content.discard();
		}
	}

}
