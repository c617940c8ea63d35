package io.fusemount.core.namespace;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.inode.OpenFileNode;
import io.fusemount.core.inode.ScratchDirectory;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.Place;
import io.fusemount.core.tree.FileTree;

/**
 * A {@code rename(2)}: another name for the same row where the directory it goes to takes
 * that, and a {@linkplain Transfer transfer} of content where it does not.
 */
public final class Relocation {

	private final FileTree tree;

	private final Renames renames;

	private final Transfer transfer;

	public Relocation(FileTree tree, Renames renames, Transfer transfer) {
		this.tree = tree;
		this.renames = renames;
		this.transfer = transfer;
	}

	/**
	 * Moves what has a name to another one.
	 */
	public void move(Place source, Place target) {
		try {
			if (isTaken(source, target)) {
				this.renames.rename(source, target);
			}
			else {
				this.transfer.move(source, target);
			}
		}
		catch (ErrnoException ex) {
			throw refusal(ex);
		}
	}

	private boolean isTaken(Place source, Place target) {
		Directory from = source.directory();
		if (from.key().equals(target.directory().key())) {
			return true;
		}
		Node node = this.tree.lookup(from, source.name());
		Node stored = (node instanceof OpenFileNode open) ? open.openFile().committed() : node;
		if (node instanceof ScratchDirectory) {
			return true;
		}
		if (from instanceof ScratchDirectory || target.directory() instanceof ScratchDirectory) {
			return node != null && stored == null;
		}
		return target.directory().takesFrom(from, stored);
	}

	/**
	 * To programs, EINVAL says of a rename that a directory would be moved into itself.
	 */
	private static ErrnoException refusal(ErrnoException failure) {
		return (failure.errno() == Errno.EINVAL)
				? new ErrnoException(Errno.EPERM, String.valueOf(failure.getMessage()), failure.hint(), failure)
				: failure;
	}

}
