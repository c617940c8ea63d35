package io.fusemount.core.save;

import java.util.concurrent.locks.Lock;

import io.fusemount.core.change.Changes;
import io.fusemount.core.inode.Bindings;
import io.fusemount.core.inode.Detour;
import io.fusemount.core.inode.FileInode;
import io.fusemount.core.inode.InodeTable;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.revision.RecordedRevision;
import io.fusemount.core.revision.Revision;
import io.fusemount.core.spool.SpoolLabel;
import org.jspecify.annotations.Nullable;

/**
 * The old content of a row that another file takes, where programs see it under a scratch
 * name: it goes on as a scratch file. From before the transaction until its outcome is
 * known, the content is kept, and a later process finds it.
 */
public final class Backups {

	private final InodeTable inodes;

	private final Bindings bindings;

	private final Openings openings;

	private final Local local;

	private final Changes changes;

	public Backups(InodeTable inodes, Bindings bindings, Openings openings, Local local, Changes changes) {
		this.inodes = inodes;
		this.bindings = bindings;
		this.openings = openings;
		this.local = local;
		this.changes = changes;
	}

	/**
	 * Keeps the content of a file whose row is about to get other content. The caller
	 * keeps its commits away until the outcome is known.
	 * @return {@code null} if programs do not see the file under a scratch name
	 */
	@Nullable Backup keep(FileInode file) {
		if (!(file.detour() instanceof Detour.Away away)) {
			return null;
		}
		NodeKey held = this.inodes.heldAs(file);
		Backup backup = new Backup(file, away, (held != null) ? held : this.local.identity());
		try {
			this.openings.hold(file, backup.identity());
			file.secure();
			file.requireContent().label(backup.label());
			return backup;
		}
		catch (RuntimeException ex) {
			release(file);
			throw ex;
		}
	}

	/**
	 * The row has other content: the old one goes on as a scratch file.
	 * @return {@code false} if its handles were given up with changes meanwhile, which
	 * are kept elsewhere
	 */
	boolean goOn(Backup backup) {
		FileInode file = backup.file();
		Revision content = file.open();
		boolean scratch = false;
		if (content != null) {
			content.part();
			scratch = this.bindings.becameScratch(file, backup.away(), backup.identity());
		}
		if (scratch) {
			file.attempts().succeeded();
		}
		this.openings.release(file);
		return scratch;
	}

	/**
	 * The transaction has failed, unless only its answer was lost, or the database has
	 * yet to do it: the content stays until it is {@linkplain #resolve known}.
	 */
	void failed(Backup backup) {
		try {
			if (isReplaced(backup.file(), backup.away())) {
				end(backup);
			}
		}
		catch (RuntimeException ex) {
			// Whoever comes next finds out.
		}
	}

	/**
	 * Finds out how a transaction has ended whose outcome was not known.
	 * @return whether the file has no row any more
	 */
	boolean resolve(FileInode file) {
		if (!isInDoubt(file)) {
			return false;
		}
		Lock commit = file.awaitExclusive();
		try {
			NodeKey identity = this.inodes.heldAs(file);
			if (identity == null || !(file.detour() instanceof Detour.Away away)) {
				return false;
			}
			boolean replaced = isReplaced(file, away);
			if (replaced) {
				end(new Backup(file, away, identity));
			}
			else {
				release(file);
			}
			this.openings.settle(file);
			return replaced;
		}
		finally {
			commit.unlock();
		}
	}

	/**
	 * Drops a copy that a process has made before its transaction, unless the row has
	 * other content by now.
	 */
	boolean drop(FileInode copy, FileInode row) {
		if (!RecordedRevision.isSame(copy.requireContent(), row.requireVersion().measured())) {
			return false;
		}
		Lock commit = copy.exclusive();
		try {
			this.bindings.gone(copy, null);
			this.openings.settle(copy);
		}
		finally {
			commit.unlock();
		}
		return true;
	}

	/** Whether it is not known how a transaction has ended. */
	boolean isInDoubt(FileInode file) {
		return this.inodes.heldAs(file) != null;
	}

	private void end(Backup backup) {
		if (!goOn(backup)) {
			this.bindings.endDetour(backup.file());
		}
		this.changes.touched(backup.away().from().directory());
	}

	private void release(FileInode file) {
		this.openings.release(file);
		file.relabel();
	}

	/**
	 * Whether the row has other content than its file was found with, or is not there any
	 * more: a copy too many does no harm.
	 */
	private static boolean isReplaced(FileInode file, Detour.Away away) {
		Place from = away.from();
		Node now = from.directory().find(from.name());
		return !(now instanceof RegularFile row && row.key().equals(file.key())
				&& row.isSameVersion(file.requireVersion()));
	}

	/**
	 * The content of a file that is kept.
	 *
	 * @param file the file that has the row
	 * @param away how programs see it
	 * @param identity its key as a scratch file
	 */
	record Backup(FileInode file, Detour.Away away, NodeKey identity) {

		private SpoolLabel label() {
			return SpoolLabel.of(SpoolLabel.Kind.SCRATCH, this.away.shownAt(), this.identity, this.file.ownership());
		}

	}

}
