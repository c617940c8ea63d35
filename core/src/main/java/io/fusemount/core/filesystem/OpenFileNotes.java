package io.fusemount.core.filesystem;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.handover.NoteReader;
import io.fusemount.core.handover.NoteWriter;
import io.fusemount.core.inode.Binding;
import io.fusemount.core.inode.Binding.Kind;
import io.fusemount.core.inode.FileInode;
import io.fusemount.core.inode.Inode;
import io.fusemount.core.inode.Maker;
import io.fusemount.core.inode.Resumption;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.revision.RecordedRevision;
import io.fusemount.core.revision.Revision;
import io.fusemount.core.save.Local;
import io.fusemount.core.tree.FileTree;
import org.jspecify.annotations.Nullable;

/**
 * An open file, as it goes from one process to the next.
 */
final class OpenFileNotes {

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

	/** Returns the part that tells what a file is. */
	static NoteWriter write(Binding binding, @Nullable Caller opener) {
		NoteWriter notes = new NoteWriter().caller(opener);
		binding.write(notes);
		return notes;
	}

	/** Returns the identity of the file from that part. */
	static NodeKey key(byte[] notes) {
		NoteReader file = new NoteReader(notes);
		file.caller();
		return Binding.read(file, (key) -> null).key();
	}

	/**
	 * Writes a file down that programs stop to use for a while.
	 * @param opener a program that has it open
	 */
	void leave(FileInode file, @Nullable Caller opener, NoteWriter notes) {
		Binding binding = this.resumption.binding(file);
		Revision content = file.requireContent();
		if (binding.kind() == Kind.GONE || binding.kind() == Kind.LOST) {
			secure(content);
		}
		notes.bytes(write(binding, opener).toByteArray());
		RecordedRevision.write(content, notes);
		if (binding.kind() != Kind.SCRATCH) {
			this.spoolFiles.addAll(RecordedRevision.spoolFiles(content));
		}
		notes.flag(false);
		content.park();
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
		NoteReader file = new NoteReader(notes.bytes());
		Caller opener = file.caller();
		Binding binding = Binding.read(file, this::directory);
		RecordedRevision content = RecordedRevision.read(notes);
		RecordedCommit commit = notes.flag() ? RecordedCommit.read(new NoteReader(notes.bytes()), this::directory)
				: null;
		return Caller.as(opener, () -> open(binding, content, commit));
	}

	private FileInode open(Binding binding, RecordedRevision content, @Nullable RecordedCommit commit) {
		if (commit != null && binding.kind().isStorable()) {
			FileInode committed = commit.isEnd() ? ended(binding, content, commit)
					: committed(binding, content, commit);
			if (committed != null) {
				return committed;
			}
		}
		return switch (binding.kind()) {
			case SCRATCH -> scratch(binding, content);
			case NEW -> created(binding, content);
			case STORED -> stored(binding, content);
			case GONE, LOST -> lost(binding, content);
		};
	}

	/** Opens a file that has lost its row, {@code null} if it has not. */
	private @Nullable FileInode ended(Binding binding, RecordedRevision content, RecordedCommit commit) {
		Place place = commit.place();
		Inode row = (place != null) ? answered(() -> this.tree.stored(place)) : null;
		boolean there = (binding.kind() == Kind.NEW) ? row == null : row instanceof FileInode file && file.isStored()
				&& file.key().equals(commit.key()) && content.isOf(measured(file));
		return there ? null : lost(binding.gone(), content);
	}

	/** Opens a file whose last transaction was committed, {@code null} if it was not. */
	private @Nullable FileInode committed(Binding binding, RecordedRevision content, RecordedCommit commit) {
		Place place = commit.place();
		Inode row = (place != null) ? answered(() -> this.tree.stored(place)) : null;
		if (!(row instanceof FileInode file) || !file.isStored() || !commit.isOf(file.requireVersion())) {
			return null;
		}
		RegularFile version = measured(file);
		Revision revision = this.local.resume(version, content);
		if (!content.isOf(commit.key(), version.versionText())) {
			// Others may have made a row or a version of the same number, if this one
			// was not made.
			if (!RecordedRevision.isSame(revision)) {
				return null;
			}
			RecordedRevision.stored(revision);
		}
		return this.resumption.stored(file, version, revision, binding.number());
	}

	private FileInode stored(Binding binding, RecordedRevision content) {
		Place place = binding.place();
		if (place == null || !(answered(() -> this.tree.lookup(place)) instanceof FileInode file) || !file.isStored()
				|| !file.key().equals(binding.key())) {
			return lost(binding, content);
		}
		RegularFile version = measured(file);
		return content.isOf(version)
				? this.resumption.stored(file, version, this.local.resume(version, content), binding.number())
				: lost(binding, content);
	}

	private RegularFile measured(FileInode file) {
		RegularFile measured = file.requireVersion().measured();
		this.resumption.measured(file, measured);
		return measured;
	}

	private FileInode created(Binding binding, RecordedRevision content) {
		Place place = binding.place();
		if (place == null) {
			return lost(binding, content);
		}
		FileInode file = this.resumption.created(binding.key(), place, this.local.resume(null, content),
				new Maker(binding.maker(), null));
		Caller.orElse(file.changedBy(), () -> {
			file.requireContent().label(file.label(place, false));
			return file;
		});
		return file;
	}

	private FileInode lost(Binding binding, RecordedRevision content) {
		Place place = binding.place();
		Node node = (place != null) ? answered(() -> this.tree.lookup(place)) : null;
		if (node instanceof FileInode file && file.isScratch() && content.isOf(file.requireContent())) {
			// The row had got the content of another file when the process ended.
			return scratch(binding, content);
		}
		RegularFile version = new LostFile(binding.key(), content.attributes());
		return this.resumption.lost(version, binding.place(), this.local.resume(version, content), binding.number(),
				binding.kind() == Kind.GONE);
	}

	/** The labels of the spool have brought it back, if its directory is still there. */
	private FileInode scratch(Binding binding, RecordedRevision content) {
		Place place = binding.place();
		Node node = (place != null) ? answered(() -> this.tree.lookup(place)) : null;
		if (node instanceof FileInode file && file.isScratch()) {
			content.resume(file.requireContent());
			return file;
		}
		RegularFile version = new LostFile(binding.key(), content.attributes());
		Revision revision = this.local.open(version);
		content.resume(revision);
		return this.resumption.lost(version, null, revision, binding.number(), true);
	}

	/**
	 * A refusal is as good as an answer: the program may not see the file any more. If
	 * the database has no answer, the start fails, and is tried again.
	 */
	private static <T> @Nullable T answered(Supplier<@Nullable T> lookUp) {
		try {
			return lookUp.get();
		}
		catch (ErrnoException ex) {
			if (ex.errno().isRefusal()) {
				return null;
			}
			throw ex;
		}
	}

}
