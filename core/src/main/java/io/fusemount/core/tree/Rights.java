package io.fusemount.core.tree;

import java.util.List;
import java.util.Objects;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.inode.DirectoryInode;
import io.fusemount.core.inode.FileInode;
import io.fusemount.core.inode.Inode;
import io.fusemount.core.inode.LocalName;
import io.fusemount.core.inode.Maker;
import io.fusemount.core.inode.Names;
import io.fusemount.core.inode.Pending;
import io.fusemount.core.inode.ScratchDirectory;
import io.fusemount.core.inode.Verdict;
import io.fusemount.core.node.Audiences;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.operation.Caller;
import org.jspecify.annotations.Nullable;

/**
 * What the current caller may do in directories where not all callers see the same. What
 * is stored, its source decides; what has no row yet is its maker's. A handle goes on
 * with what its opening was allowed.
 */
public final class Rights {

	private final FileTree tree;

	private final Names names;

	Rights(FileTree tree, Names names) {
		this.tree = tree;
		this.names = names;
	}

	/**
	 * Requires that the caller may see a file or a directory.
	 * @throws ErrnoException {@code ENOENT} if not, {@code ESTALE} if it has another name
	 */
	public void requireSeen(Node node) {
		if (node instanceof FileInode file) {
			require(file, false);
		}
		else if (node instanceof Directory directory) {
			requireSeen(this.names.directory(directory));
		}
	}

	private void requireSeen(DirectoryInode directory) {
		Place place = directory.place();
		if (place == null || place.directory().audiences() == null) {
			return;
		}
		if (!(directory.node() instanceof ScratchDirectory)) {
			require(place, directory.key(), false);
		}
		else if (!sees(place, directory)) {
			throw absent();
		}
	}

	/**
	 * Requires that the caller may change a file.
	 * @throws ErrnoException {@code EACCES} if the caller may only see it, otherwise as
	 * {@link #requireSeen}
	 */
	public void requireChangeable(Node node) {
		if (node instanceof FileInode file) {
			require(file, true);
		}
	}

	private void require(FileInode file, boolean change) {
		Place place = file.storedAt();
		Audiences audiences = (place != null) ? place.directory().audiences() : null;
		if (place == null || audiences == null) {
			return;
		}
		if (file.isStored()) {
			require(place, file.key(), change);
		}
		else if (!isMadeBy(file, audiences)) {
			FileInode waiting = this.names.away(place);
			if (waiting == null) {
				throw absent();
			}
			require(place, waiting.key(), change);
		}
	}

	/** Whether the caller has made what is local, or all callers see it. Never blocks. */
	boolean isMade(Place place, FileInode local) {
		Maker maker = local.maker();
		return place.directory().audiences() == null || maker != null && maker.user() == Caller.currentUser();
	}

	private static boolean isMadeBy(Inode local, Audiences audiences) {
		Maker maker = local.maker();
		return maker != null && maker.isSeenBy(audiences);
	}

	/**
	 * Requires that the caller may change what was found at a place.
	 */
	public void requireChangeable(Place place, Node found) {
		if (place.directory().audiences() != null && !(found instanceof ScratchDirectory)) {
			require(place, found.key(), true);
		}
	}

	private void require(Place place, NodeKey node, boolean change) {
		Verdict known = this.names.verdict(place, node);
		if (known != null && !known.seen()) {
			throw absent();
		}
		boolean changeable = (known != null) ? known.changeable() : isChangeable(place, node);
		if (change && !changeable) {
			throw new ErrnoException(Errno.EACCES, "You may read it, and not change it");
		}
	}

	/** Nothing is remembered of what is being changed, so the source has the answer. */
	private boolean isChangeable(Place place, NodeKey node) {
		Node found = this.tree.ask(place);
		if (found == null) {
			throw absent();
		}
		if (!found.key().equals(node)) {
			throw new ErrnoException(Errno.ESTALE, "The name stands for another file now");
		}
		return found.isChangeable();
	}

	/**
	 * Requires that nobody else is doing anything with a name where it may stand for
	 * something else to others: what is begun with a name is known by it.
	 * @param file the file that the caller sees under the name, {@code null} for none
	 * @throws ErrnoException {@code EBUSY} if somebody is
	 */
	public void requireAlone(Place place, @Nullable FileInode file) {
		Audiences audiences = place.directory().audiences();
		if (audiences == null || !audiences.haveOwnNames()) {
			return;
		}
		FileInode away = this.names.away(place);
		boolean others = away != null && away != file && !isSeen(place, away.key());
		if (others || file != null && this.tree.isHidden(place)) {
			throw new ErrnoException(Errno.EBUSY, "Somebody else is saving a file of this name",
					"It is another file, which you do not see; try again in a moment", null);
		}
	}

	private static ErrnoException absent() {
		return new ErrnoException(Errno.ENOENT, "No such file or directory");
	}

	/**
	 * Returns what the caller sees of what is local in a directory.
	 */
	List<LocalName> seen(Directory directory, List<LocalName> locals) {
		return locals.stream().filter((local) -> sees(new Place(directory, local.name()), local.inode())).toList();
	}

	/** Returns those files that the caller sees by the names of their backups. */
	List<Pending> seen(List<Pending> backups) {
		return backups.stream()
			.filter((backup) -> sees(Objects.requireNonNull(backup.detour().shownAt()), backup.file()))
			.toList();
	}

	/**
	 * Whether the caller sees what is shown at a place.
	 * @param shown a local file or directory, or one that is stored elsewhere
	 */
	boolean sees(Place place, Inode shown) {
		Audiences audiences = place.directory().audiences();
		return audiences == null || sees(place, shown, audiences);
	}

	private boolean sees(Place place, Inode shown, Audiences audiences) {
		if (shown instanceof FileInode file && file.isStored()) {
			Place stored = file.storedAt();
			return stored != null && isSeen(stored, file.key());
		}
		// A new file under the name of a stored one is about to be that one's content.
		FileInode waiting = this.names.away(place);
		return isMadeBy(shown, audiences)
				|| shown instanceof FileInode && waiting != null && isSeen(place, waiting.key());
	}

	private boolean isSeen(Place stored, NodeKey node) {
		Inode found = this.tree.stored(stored);
		return found != null && found.key().equals(node);
	}

}
