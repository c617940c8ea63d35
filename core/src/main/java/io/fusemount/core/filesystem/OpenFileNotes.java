package io.fusemount.core.filesystem;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.handover.NoteReader;
import io.fusemount.core.handover.NoteWriter;
import io.fusemount.core.inode.FileInode;
import io.fusemount.core.inode.Maker;
import io.fusemount.core.inode.Resumption;
import io.fusemount.core.node.Attributes;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.revision.Revision;
import io.fusemount.core.revision.RevisionNotes;
import io.fusemount.core.save.Local;
import io.fusemount.core.tree.FileTree;
import org.jspecify.annotations.Nullable;

/**
 * An open file, as it goes from one process to the next.
 */
final class OpenFileNotes {

	private static final long UNKNOWN = -1;

	private final FileTree tree;

	private final Resumption resumption;

	private final Local local;

	private final Function<NodeKey, @Nullable Directory> directories;

	/** The directories that were found, by key. */
	private final Map<NodeKey, Optional<Directory>> found = new HashMap<>();

	private final Set<String> spoolFiles = new LinkedHashSet<>();

	/**
	 * Creates it.
	 * @param directories finds a directory by its key
	 */
	OpenFileNotes(FileTree tree, Resumption resumption, Local local,
			Function<NodeKey, @Nullable Directory> directories) {
		this.tree = tree;
		this.resumption = resumption;
		this.local = local;
		this.directories = directories;
	}

	/** Returns the files of the spool that the next process goes on with. */
	Set<String> spoolFiles() {
		return this.spoolFiles;
	}

	/** Returns a directory, {@code null} if it is gone. */
	@Nullable Directory directory(@Nullable NodeKey key) {
		return (key != null)
				? this.found.computeIfAbsent(key, (wanted) -> Optional.ofNullable(this.directories.apply(wanted)))
					.orElse(null)
				: null;
	}

	/**
	 * Writes a file down.
	 * @param opener a program that has it open
	 */
	void write(FileInode file, @Nullable Caller opener, NoteWriter notes) {
		Kind kind = kind(file);
		Revision content = file.requireContent();
		if (kind == Kind.GONE || kind == Kind.LOST) {
			secure(content);
		}
		Place place = file.place();
		notes.text(kind.name()).key(file.key()).number(file.number()).caller(opener);
		notes.place(place);
		RegularFile version = content.committed();
		notes.text((version != null) ? version.versionText() : null);
		notes.number((version != null && version.isMeasured()) ? version.attributes().size() : UNKNOWN);
		Attributes attributes = file.attributes();
		notes.number(attributes.size()).time(attributes.created()).time(attributes.modified());
		notes.number((file.maker() != null) ? file.maker().user() : 0);
		if (kind == Kind.SCRATCH) {
			RevisionNotes.writeFailures(content, notes);
		}
		else {
			RevisionNotes.write(content, notes, this.spoolFiles);
		}
		content.park();
	}

	private Kind kind(FileInode file) {
		if (file.isLocal()) {
			return file.isScratch() ? Kind.SCRATCH : Kind.NEW;
		}
		return file.isGone() ? Kind.GONE : this.resumption.isCurrent(file) ? Kind.STORED : Kind.LOST;
	}

	/** Its row has other content by now, or is gone. */
	private static void secure(Revision content) {
		try {
			content.secure();
		}
		catch (RuntimeException ex) {
			// What cannot be had any more is stale in the next process as in this one.
		}
	}

	/** Opens the file that was written down. */
	FileInode read(NoteReader notes) {
		Kind kind = Kind.valueOf(notes.requireText());
		NodeKey key = Objects.requireNonNull(notes.key());
		long number = notes.number();
		Caller opener = notes.caller();
		Place place = notes.place(this::directory);
		String version = notes.text();
		long size = notes.number();
		RegularFile lost = new LostFile(key, new Attributes(notes.number(), Objects.requireNonNull(notes.time()),
				Objects.requireNonNull(notes.time()), true));
		Maker maker = new Maker((int) notes.number(), null);
		if (kind == Kind.SCRATCH) {
			return Caller.as(opener, () -> scratch(lost, place, number, notes));
		}
		return Caller.as(opener, () -> {
			FileInode current = (kind == Kind.STORED && place != null) ? current(key, place, version, size) : null;
			return open(kind, lost, place, current, maker, number, notes);
		});
	}

	private FileInode open(Kind kind, RegularFile lost, @Nullable Place place, @Nullable FileInode current, Maker maker,
			long number, NoteReader notes) {
		if (current != null) {
			RegularFile version = current.requireVersion();
			return this.resumption.stored(current, version, this.local.resume(version, notes), number);
		}
		if (kind == Kind.NEW && place != null) {
			FileInode file = this.resumption.created(lost.key(), place, this.local.resume(null, notes), maker);
			Caller.orElse(file.changedBy(), () -> {
				file.requireContent().label(file.label(place, false));
				return file;
			});
			return file;
		}
		Revision content = this.local.resume(lost, notes);
		return this.resumption.lost(lost, place, content, number, kind == Kind.GONE);
	}

	/**
	 * Returns the inode of a row at a version, {@code null} if that is not the current
	 * one.
	 */
	private @Nullable FileInode current(NodeKey key, Place place, @Nullable String version, long size) {
		if (!(lookUp(place) instanceof FileInode file) || !file.isStored() || !file.key().equals(key)
				|| !file.requireVersion().versionText().equals(version)) {
			return null;
		}
		RegularFile measured = file.requireVersion().measured();
		this.resumption.measured(file, measured);
		return (size == UNKNOWN || measured.attributes().size() == size) ? file : null;
	}

	/**
	 * A refusal is as good as an answer: the program may not see the file any more. If
	 * the database has no answer, the start fails, and is tried again.
	 */
	private @Nullable Node lookUp(Place place) {
		try {
			return this.tree.lookup(place);
		}
		catch (ErrnoException ex) {
			if (ex.errno().isRefusal()) {
				return null;
			}
			throw ex;
		}
	}

	/** The labels of the spool have brought it back, if its directory is still there. */
	private FileInode scratch(RegularFile lost, @Nullable Place place, long number, NoteReader notes) {
		Node node = (place != null) ? lookUp(place) : null;
		FileInode file = (node instanceof FileInode local && local.isScratch()) ? local
				: this.resumption.lost(lost, null, this.local.open(lost), number, true);
		RevisionNotes.readFailures(file.requireContent(), notes);
		return file;
	}

	/**
	 * What an open file is to the next process.
	 */
	private enum Kind {

		/** The current version of a row. */
		STORED,

		/** Not stored yet. */
		NEW,

		/** A local file, which its label describes. */
		SCRATCH,

		/** Deleted, or replaced by a program. */
		GONE,

		/** A version that others have replaced. */
		LOST

	}

}
