package io.fusemount.core.save;

import java.util.concurrent.locks.Lock;

import org.jspecify.annotations.Nullable;

import io.fusemount.core.change.Changes;
import io.fusemount.core.inode.Bindings;
import io.fusemount.core.inode.Detour;
import io.fusemount.core.inode.FileInode;
import io.fusemount.core.inode.InodeTable;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.revision.Revision;
import io.fusemount.core.spool.SpoolLabel;

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
		Backup backup = new Backup(file, away, this.local.identity());
		try {
			this.openings.hold(file);
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
		if (content == null) {
			return false;
		}
		content.part();
		boolean scratch = this.bindings.becameScratch(file, backup.away(), backup.identity());
		if (scratch) {
			file.attempts().succeeded();
		}
		this.openings.release(file);
		return scratch;
	}

	/**
	 * The transaction has failed, unless only its answer was lost.
	 */
	void failed(Backup backup) {
		boolean replaced;
		try {
			replaced = isReplaced(backup.file(), backup.away());
		}
		catch (RuntimeException ex) {
			// Whoever comes next finds out.
			return;
		}
		end(backup, replaced);
	}

	/**
	 * Finds out how a transaction has ended whose outcome was not known.
	 * @return whether the file is a scratch file since then
	 */
	boolean resolve(FileInode file) {
		if (!this.inodes.isHeld(file)) {
			return false;
		}
		Lock commit = file.awaitExclusive();
		try {
			if (!this.inodes.isHeld(file) || !(file.detour() instanceof Detour.Away away)) {
				return false;
			}
			Backup backup = new Backup(file, away, this.local.identity());
			boolean replaced = isReplaced(file, away);
			if (replaced) {
				file.requireContent().label(backup.label());
			}
			end(backup, replaced);
			this.openings.settle(file);
			return replaced;
		}
		finally {
			commit.unlock();
		}
	}

	private void end(Backup backup, boolean replaced) {
		if (replaced) {
			goOn(backup);
			this.changes.touched(backup.away().from().directory());
		}
		else {
			release(backup.file());
		}
	}

	private void release(FileInode file) {
		file.relabel();
		this.openings.release(file);
	}

	/** Whether the row has other content than its file was found with. */
	private static boolean isReplaced(FileInode file, Detour.Away away) {
		Place from = away.from();
		Node now = from.directory().find(from.name());
		return now instanceof RegularFile row && row.key().equals(file.key())
				&& !row.isSameVersion(file.requireVersion());
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
			Place alias = this.away.shownAt();
			return new SpoolLabel(SpoolLabel.Kind.SCRATCH, alias.directoryKey(), alias.name(), this.identity,
					Caller.currentUser());
		}

	}

}
