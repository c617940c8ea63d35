package io.fusemount.core.save;

import java.time.Clock;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Lock;

import io.fusemount.core.change.Changes;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.inode.Bindings;
import io.fusemount.core.inode.FileInode;
import io.fusemount.core.inode.NameLock;
import io.fusemount.core.name.Name;
import io.fusemount.core.name.NameParts;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.operation.ConflictPolicy;
import io.fusemount.core.revision.Revision;
import org.jspecify.annotations.Nullable;

/**
 * Decides the fate of changes whose file others have changed or deleted, or whose name
 * others have taken, in the meantime.
 */
public final class Conflicts {

	/** People read it: their time, and no colons, which Windows refuses. */
	private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH.mm.ss");

	private static final int MAX_ATTEMPTS = 100;

	private final ConflictPolicy policy;

	private final Clock clock;

	private final NameLock locks;

	private final Bindings bindings;

	private final Rows rows;

	private final Changes changes;

	private final FailureReports reports;

	public Conflicts(ConflictPolicy policy, Clock clock, NameLock locks, Bindings bindings, Rows rows, Changes changes,
			FailureReports reports) {
		this.policy = policy;
		this.clock = clock;
		this.locks = locks;
		this.bindings = bindings;
		this.rows = rows;
		this.changes = changes;
		this.reports = reports;
	}

	/**
	 * Stores the changes beside the file if that is the policy and succeeds. The caller
	 * holds no lock.
	 * @throws ErrnoException the failure itself if it is no conflict or stays one
	 */
	void resolve(FileInode file, ErrnoException failure) {
		if (!isConflict(file, failure)) {
			throw failure;
		}
		Place opened = file.place();
		Revision open = file.open();
		boolean wanted = this.policy == ConflictPolicy.KEEP_BOTH && open != null && open.isChanged();
		Place keptAs = (wanted && opened != null) ? storeBeside(file, opened, failure) : null;
		this.reports.conflict(opened, keptAs);
		if (keptAs == null) {
			throw failure;
		}
	}

	private static boolean isConflict(FileInode file, ErrnoException failure) {
		// A new file may be meant for a row, which may have moved on.
		return failure.errno() == Errno.ESTALE
				|| failure.errno() == Errno.EEXIST && file.isLocal() && isTaken(file.place());
	}

	/** Other columns may be unique, too, and their refusal is no conflict. */
	private static boolean isTaken(@Nullable Place place) {
		try {
			return place != null && (!isFree(place) || place.directory().isTaken(place.name()));
		}
		catch (RuntimeException ex) {
			// The failure that is already known is the one to report.
			return false;
		}
	}

	/** The program is told of the conflict, whatever goes wrong here. */
	private @Nullable Place storeBeside(FileInode file, Place opened, ErrnoException failure) {
		try {
			for (Name name : names(opened)) {
				Place place = new Place(opened.directory(), name);
				if (isFree(place) && store(file, opened, place)) {
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
	private boolean store(FileInode file, Place opened, Place place) {
		try (NameLock.Scope scope = this.locks.lock(opened, place)) {
			Lock commit = file.awaitExclusive();
			try {
				if (file.isDirty()) {
					RegularFile row = this.rows.create(file, place);
					this.bindings.becameOther(file, place, row);
					this.changes.stored(place, file);
				}
				return true;
			}
			finally {
				commit.unlock();
			}
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

	/** The old name first, in case the row is gone. */
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
