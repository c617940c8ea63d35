package io.fusemount.core.file;

import java.time.Clock;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.inode.OpenFile;
import io.fusemount.core.name.Name;
import io.fusemount.core.name.NameParts;
import io.fusemount.core.node.Place;
import io.fusemount.core.operation.ConflictPolicy;
import org.jspecify.annotations.Nullable;

/**
 * Decides what becomes of changes whose file somebody else has changed or deleted, or
 * whose name somebody else has taken, in the meantime.
 */
public final class Conflicts {

	/** People read it, so it is their time, and without colons, which Windows refuses. */
	private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH.mm.ss");

	private static final int MAX_ATTEMPTS = 100;

	private final ConflictPolicy policy;

	private final Clock clock;

	private final ConflictListener listener;

	public Conflicts(ConflictPolicy policy, Clock clock, ConflictListener listener) {
		this.policy = policy;
		this.clock = clock;
		this.listener = listener;
	}

	/**
	 * Stores the changes beside the file if that is the policy and can be done.
	 * @param onCommit is told where the file was to be created, if it was new
	 * @throws ErrnoException the failure itself if it is no conflict or stays one
	 */
	void resolve(OpenFile file, ErrnoException failure, Consumer<@Nullable Place> onCommit) {
		if (!isConflict(file, failure)) {
			throw failure;
		}
		Place opened = file.place();
		Place keptAs = (this.policy == ConflictPolicy.KEEP_BOTH && opened != null && file.isContentChanged())
				? storeBeside(file, opened, failure, onCommit) : null;
		this.listener.conflict(opened, keptAs, failure);
		if (keptAs == null) {
			throw failure;
		}
	}

	private static boolean isConflict(OpenFile file, ErrnoException failure) {
		// A new file may be to replace the content of a row, which may have moved on.
		return failure.errno() == Errno.ESTALE
				|| failure.errno() == Errno.EEXIST && file.committed() == null && isTaken(file.place());
	}

	/** Other columns may be unique, too, and their refusal is no conflict. */
	private static boolean isTaken(@Nullable Place place) {
		try {
			return place != null && (!isFree(place) || place.directory().isAmbiguous(place.name()));
		}
		catch (RuntimeException ex) {
			// The failure that is known already is the one to tell.
			return false;
		}
	}

	/**
	 * What goes wrong here is second to the conflict, which is what the program is told.
	 */
	private @Nullable Place storeBeside(OpenFile file, Place opened, ErrnoException failure,
			Consumer<@Nullable Place> onCommit) {
		try {
			for (Name name : names(opened)) {
				Place place = new Place(opened.directory(), name);
				if (isFree(place) && store(file, place, onCommit)) {
					return place;
				}
			}
		}
		catch (RuntimeException ex) {
			failure.addSuppressed(ex);
		}
		return null;
	}

	/** A name that is free now can be taken by the time of the commit. */
	private static boolean store(OpenFile file, Place place, Consumer<@Nullable Place> onCommit) {
		try {
			file.commitAs(place, onCommit);
			return true;
		}
		catch (ErrnoException ex) {
			if (ex.errno() == Errno.EEXIST || ex.errno() == Errno.ENAMETOOLONG) {
				return false;
			}
			throw ex;
		}
	}

	private static boolean isFree(Place place) {
		return place.directory().find(place.name()) == null;
	}

	/** The old name first, in case that the row is gone. */
	private List<Name> names(Place opened) {
		List<Name> names = new ArrayList<>();
		names.add(opened.name());
		NameParts parts = NameParts.of(opened.name().value());
		String time = TIME.format(this.clock.instant().atZone(ZoneId.systemDefault()));
		for (int i = 1; i <= MAX_ATTEMPTS; i++) {
			String infix = " (conflict " + time + ((i > 1) ? " " + i : "") + ")";
			names.add(new Name(parts.with(infix, Name.MAX_BYTES)));
		}
		return names;
	}

}
