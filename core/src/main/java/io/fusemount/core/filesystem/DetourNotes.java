package io.fusemount.core.filesystem;

import java.util.List;
import java.util.function.Function;

import io.fusemount.core.handover.NoteReader;
import io.fusemount.core.handover.NoteWriter;
import io.fusemount.core.inode.Bindings;
import io.fusemount.core.inode.Detour;
import io.fusemount.core.inode.FileInode;
import io.fusemount.core.inode.Pending;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.save.Detours;
import io.fusemount.core.tree.FileTree;
import org.jspecify.annotations.Nullable;

/**
 * The saves of programs that are in progress, as they go from one process to the next: a
 * row whose file was renamed away or deleted still waits for the new content.
 */
final class DetourNotes {

	private final FileTree tree;

	private final Bindings bindings;

	private final Detours detours;

	DetourNotes(FileTree tree, Bindings bindings, Detours detours) {
		this.tree = tree;
		this.bindings = bindings;
		this.detours = detours;
	}

	/** Returns how often there was something to write. */
	long changes() {
		return this.bindings.detourChanges();
	}

	void write(NoteWriter notes) {
		List<Pending> all = this.bindings.detours();
		notes.number(all.size());
		for (Pending pending : all) {
			Detour detour = pending.detour();
			notes.text(detour.getClass().getSimpleName()).place(detour.from()).place(detour.shownAt());
			notes.flag(detour instanceof Detour.Gone gone && gone.deletion());
			notes.key(detour.seen().key()).text(detour.seen().versionText());
			notes.caller(detour.by()).number(detour.since());
		}
	}

	/**
	 * Goes on with what was written down.
	 * @param directories finds a directory by its key
	 * @param commits what the process before was about to commit itself
	 */
	void read(NoteReader notes, Function<NodeKey, @Nullable Directory> directories, List<RecordedCommit> commits) {
		for (long count = notes.number(); count > 0; count--) {
			String kind = notes.requireText();
			Place from = notes.place(directories);
			Place alias = notes.place(directories);
			boolean deletion = notes.flag();
			NodeKey key = notes.key();
			String version = notes.requireText();
			Caller by = notes.caller();
			long since = notes.number();
			FileInode row = (from != null) ? Caller.as(by, () -> row(from, key, version, commits)) : null;
			if (from != null && row != null) {
				resume(row, of(kind, from, alias, deletion, row.requireVersion(), by, since), by);
			}
		}
	}

	/** Returns what is stored there, unless others have changed it meanwhile. */
	private @Nullable FileInode row(Place from, @Nullable NodeKey key, String version, List<RecordedCommit> commits) {
		if (!(this.tree.stored(from) instanceof FileInode file) || !file.key().equals(key)) {
			return null;
		}
		RegularFile now = file.requireVersion();
		boolean same = now.versionText().equals(version) || commits.stream().anyMatch((commit) -> commit.isOf(now));
		return same ? file : null;
	}

	private static @Nullable Detour of(String kind, Place from, @Nullable Place alias, boolean deletion,
			RegularFile seen, @Nullable Caller by, long since) {
		if (kind.equals(Detour.Gone.class.getSimpleName())) {
			return new Detour.Gone(from, deletion, seen, by, since);
		}
		if (alias == null) {
			return null;
		}
		return kind.equals(Detour.Away.class.getSimpleName()) ? new Detour.Away(from, alias, seen, by, since)
				: new Detour.Backup(from, alias, seen, by, since);
	}

	/** Where the directory of the alias is gone, the file is there again. */
	private void resume(FileInode row, @Nullable Detour detour, @Nullable Caller by) {
		if (detour != null) {
			Caller.as(by, () -> {
				this.detours.resume(row, detour);
				return row;
			});
		}
	}

}
