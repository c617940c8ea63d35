package io.fusemount.core.file;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

import io.fusemount.core.node.RegularFile;
import io.fusemount.core.operation.Caller;
import org.jspecify.annotations.Nullable;

/**
 * The names that stored files had before a process has renamed them, a moment ago: if it
 * makes a new file of the name now, it has made a backup before it saves.
 */
public final class FormerNames {

	private static final int MAX_NAMES = 1_000;

	private final Map<Place, Departure> departures = new LinkedHashMap<>();

	FormerNames() {
	}

	/**
	 * Records that the current process has renamed a file.
	 * @param former where it was
	 * @param now where it is
	 * @param file the file as it is stored now
	 * @param wait how long a new file of the old name is waited for
	 */
	public synchronized void add(Place former, Place now, RegularFile file, Duration wait) {
		this.departures.values().removeIf((known) -> known.file().key().equals(file.key()));
		Caller caller = Caller.current();
		if (caller != null && caller.pid() > 0) {
			this.departures.put(former,
					new Departure(now, file, caller.pid(), System.nanoTime() + wait.toNanos(), false));
			if (this.departures.size() > MAX_NAMES) {
				Iterator<Place> eldest = this.departures.keySet().iterator();
				eldest.next();
				eldest.remove();
			}
		}
	}

	/**
	 * Records that a new file has come under a name, which may take a while to be stored.
	 * From another process, or later, it has nothing to do with the file that had the
	 * name.
	 */
	public synchronized void arrive(Place place) {
		Caller caller = Caller.current();
		this.departures.computeIfPresent(place,
				(known, left) -> (caller != null && caller.pid() == left.pid() && System.nanoTime() - left.end() < 0)
						? left.withFollower() : null);
	}

	/** Returns the file that has left the name of one that has come since. */
	synchronized @Nullable Departure find(Place place) {
		Departure left = this.departures.get(place);
		return (left != null && left.followed()) ? left : null;
	}

	/**
	 * Forgets who has had a name.
	 */
	public synchronized void remove(Place place) {
		this.departures.remove(place);
	}

	/**
	 * A file that has left its name.
	 *
	 * @param now where it is
	 * @param file the file as it was stored when it was renamed
	 * @param pid the process that has renamed it
	 * @param end until when another file may come, by {@link System#nanoTime()}
	 * @param followed whether it has come
	 */
	record Departure(Place now, RegularFile file, int pid, long end, boolean followed) {

		Departure withFollower() {
			return new Departure(this.now, this.file, this.pid, this.end, true);
		}

	}

}
