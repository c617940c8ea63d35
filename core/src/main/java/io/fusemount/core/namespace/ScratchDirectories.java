package io.fusemount.core.namespace;

import java.time.Clock;
import java.util.UUID;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.inode.LocalNames;
import io.fusemount.core.inode.Maker;
import io.fusemount.core.inode.ScratchDirectory;
import io.fusemount.core.limit.UserLimit;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Ownership;
import io.fusemount.core.node.Place;
import io.fusemount.core.spool.Leftover;
import io.fusemount.core.spool.Spool;
import io.fusemount.core.spool.SpooledContent;
import org.jspecify.annotations.Nullable;

/**
 * Directories that stay local: how they are created, renamed and removed.
 */
public final class ScratchDirectories {

	private static final String SPACE = "scratch";

	private final Spool spool;

	private final Clock clock;

	private final UserLimit limit;

	private final LocalNames locals;

	public ScratchDirectories(Spool spool, Clock clock, UserLimit limit, LocalNames locals) {
		this.spool = spool;
		this.clock = clock;
		this.limit = limit;
		this.locals = locals;
	}

	/**
	 * Makes a directory.
	 * @param ownership what it begins with
	 * @throws ErrnoException {@code EEXIST} if the name is taken, {@code EDQUOT} or
	 * {@code ENOSPC} if there are as many files and directories as there may be
	 */
	public void make(Place place, Ownership ownership) {
		Maker maker = Maker.current(place);
		UserLimit.Share share = this.limit.take();
		ScratchDirectory directory = null;
		boolean added = false;
		try {
			directory = new ScratchDirectory(new NodeKey(SPACE, UUID.randomUUID().toString()), this.clock.instant(),
					SpooledContent.empty(this.spool), maker, ownership);
			directory.label(place);
			added = this.locals.add(directory, place, share);
		}
		finally {
			if (!added) {
				share.giveBack();
				discard(directory);
			}
		}
		if (!added) {
			throw new ErrnoException(Errno.EEXIST, "File exists: " + place.name());
		}
	}

	/**
	 * Takes up a directory that an earlier process has left.
	 */
	public Directory restore(Directory parent, Leftover leftover) {
		ScratchDirectory directory = new ScratchDirectory(leftover.label().identity(), leftover.modified(),
				leftover.content(), new Maker(leftover.label().user(), null), leftover.label().ownership());
		this.locals.restore(directory, new Place(parent, leftover.label().name()));
		return directory;
	}

	/**
	 * Gives a directory another name.
	 * @param replaced the one that has the name now, or {@code null}
	 */
	public void move(ScratchDirectory directory, Place source, Place target, @Nullable ScratchDirectory replaced) {
		// First, because there may be no room for it.
		directory.label(target);
		if (!this.locals.move(directory, target, replaced)) {
			directory.label(source);
			throw new ErrnoException((replaced != null) ? Errno.ENOTEMPTY : Errno.EEXIST,
					"'" + target.name() + "' has been taken in the meantime");
		}
		discard(replaced);
	}

	/**
	 * Removes a directory.
	 * @throws ErrnoException {@code ENOTEMPTY} if something is in it
	 */
	public void remove(Place place, ScratchDirectory directory) {
		if (!this.locals.remove(directory)) {
			throw new ErrnoException(Errno.ENOTEMPTY, "Directory not empty: " + place.name());
		}
		discard(directory);
	}

	private static void discard(@Nullable ScratchDirectory directory) {
		if (directory != null) {
			directory.discard();
		}
	}

}
