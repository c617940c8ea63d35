package io.fusemount.core.inode;

import io.fusemount.core.node.Directory;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.revision.Revision;
import org.jspecify.annotations.Nullable;

/**
 * Opens files for the handles that programs have got from an earlier process. They keep
 * the numbers that those programs know.
 */
public final class Resumption {

	private final InodeTable inodes;

	private final Names names;

	private final NameViews views;

	public Resumption(Names names, LocalNames locals) {
		this.inodes = names.inodes;
		this.names = names;
		this.views = locals.views;
	}

	/**
	 * Returns a directory that is known, or {@code null}: local ones are known only here.
	 */
	public @Nullable Directory directory(NodeKey key) {
		synchronized (this.inodes) {
			DirectoryInode known = this.names.find(key);
			return (known != null) ? known.directory : null;
		}
	}

	/**
	 * Takes note of the length of a file that was found.
	 */
	public void measured(FileInode file, RegularFile version) {
		synchronized (this.inodes) {
			file.version = (file.content == null) ? version : file.version;
		}
	}

	/**
	 * Opens a stored file.
	 * @param version its version, measured
	 */
	public FileInode stored(FileInode file, RegularFile version, Revision content, long number) {
		synchronized (this.inodes) {
			this.inodes.opened(file, version, content);
			file.number = number;
			return file;
		}
	}

	/**
	 * Opens a version that its row, if there is one, does not have any more.
	 * @param gone whether its program knows that, because the file was deleted
	 */
	public FileInode lost(RegularFile version, @Nullable Place place, Revision content, long number, boolean gone) {
		FileInode file = FileInode.stored(version);
		file.place = place;
		file.state = gone ? State.GONE : State.STORED;
		return stored(file, version, content, number);
	}

	/**
	 * Opens a file that is yet to be stored.
	 */
	public FileInode created(NodeKey key, Place place, Revision content, Maker maker) {
		synchronized (this.inodes) {
			FileInode file = FileInode.local(key, place, content, false, maker);
			file.replaced = this.views.get(place).away;
			this.views.showScratch(file, place);
			return file;
		}
	}

	/**
	 * Adds a handle.
	 */
	public void open(FileInode file, boolean write) {
		synchronized (this.inodes) {
			this.inodes.count(file, write);
		}
	}

	/**
	 * Returns what an open file stands for now.
	 */
	public Binding binding(FileInode file) {
		synchronized (this.inodes) {
			Maker maker = file.maker();
			return new Binding(kind(file), file.key, file.number, file.place, (maker != null) ? maker.user() : 0);
		}
	}

	private Binding.Kind kind(FileInode file) {
		return switch (file.state) {
			case NEW -> Binding.Kind.NEW;
			case SCRATCH -> Binding.Kind.SCRATCH;
			case GONE -> Binding.Kind.GONE;
			case STORED -> isCurrent(file) ? Binding.Kind.STORED : Binding.Kind.LOST;
		};
	}

	/** Whether it is what a look-up of its name finds. */
	private boolean isCurrent(FileInode file) {
		return file.found == null && file.place != null && this.inodes.find(file.key) == file;
	}

}
