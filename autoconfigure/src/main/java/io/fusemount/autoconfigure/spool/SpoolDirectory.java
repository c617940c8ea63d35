package io.fusemount.autoconfigure.spool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

import io.fusemount.autoconfigure.place.NearestDirectory;
import io.fusemount.autoconfigure.place.Ownership;
import io.fusemount.core.filesystem.FileSystemSpool;
import io.fusemount.core.limit.UnsavedLimits;
import io.fusemount.core.local.PrivateFiles;
import io.fusemount.core.local.SpoolInUseException;
import io.fusemount.core.mount.Inheritance;
import io.fusemount.core.mount.MountException;
import io.fusemount.core.mount.MountException.Reason;
import io.fusemount.core.mountinfo.PathWalk;
import io.fusemount.core.operation.OperationListener;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * The spool directory of a mount: as configured, or below the first usable place for
 * state on the machine. It is the same after each start.
 */
public final class SpoolDirectory {

	private static final Log logger = LogFactory.getLog(SpoolDirectory.class);

	/** Filesystem types whose content is lost with the machine or the container. */
	private static final Set<String> PASSING = Set.of("tmpfs", "ramfs", "overlay");

	private final SpoolPlaces places;

	private final Path mountPoint;

	SpoolDirectory(SpoolPlaces places, Path mountPoint) {
		this.places = places;
		this.mountPoint = mountPoint;
	}

	/**
	 * Opens the spool and reports its place.
	 * @param configured the directory, or {@code null} for the default
	 * @param uid the user of the process
	 * @param limits the limits of kept content that could not be stored
	 * @param takeover gets the mount from the process that has it, given the directory
	 * @throws MountException if the spool cannot be opened
	 */
	public static FileSystemSpool open(@Nullable String configured, Path mountPoint, int uid, UnsavedLimits limits,
			OperationListener listener, Function<Path, Inheritance> takeover) {
		return new SpoolDirectory(SpoolPlaces.ofMachine(uid), mountPoint).open(configured, limits, listener, takeover);
	}

	FileSystemSpool open(@Nullable String configured, UnsavedLimits limits, OperationListener listener,
			Function<Path, Inheritance> takeover) {
		Path set = (configured != null && !configured.isBlank()) ? Path.of(configured).toAbsolutePath().normalize()
				: null;
		Path place = (set != null) ? set : choose();
		requireOutside(place);
		try {
			PrivateFiles.createDirectories(place);
			requireOwn(place);
			FileSystemSpool spool = open(place, limits, listener, takeover.apply(place), set == null);
			say(place);
			return spool;
		}
		catch (IOException ex) {
			throw new MountException(Reason.SPOOL_UNUSABLE,
					"The spool directory " + place + " cannot be used: " + SpoolPlaces.reason(ex), ex);
		}
	}

	private FileSystemSpool open(Path place, UnsavedLimits limits, OperationListener listener, Inheritance inherited,
			boolean chosen) throws IOException {
		try {
			return FileSystemSpool.open(place, limits, listener, inherited.connected(), inherited.recorded());
		}
		catch (SpoolInUseException ex) {
			String known = chosen ? ": it is the default for the mount point " + this.mountPoint
					+ ", which another application or context has mounted" : "";
			String refusal = inherited.refusal();
			throw new MountException(Reason.SPOOL_IN_USE,
					ex.getMessage() + ((refusal != null) ? ". " + refusal : known), ex);
		}
	}

	private Path choose() {
		List<String> objections = new ArrayList<>();
		for (Path place : this.places.durable(name())) {
			String objection = this.places.create(place);
			if (objection == null) {
				return place;
			}
			objections.add(place + " (" + objection + ")");
		}
		throw new MountException(Reason.SPOOL_UNUSABLE,
				"No directory was found for the spool, which keeps content that could not be stored: "
						+ String.join(", ", objections));
	}

	/**
	 * Distinguishes the spools of one user: a mount point is in use by only one mount.
	 */
	private String name() {
		String path = this.mountPoint.toString();
		String readable = path.replaceAll("[^A-Za-z0-9]+", "-").replaceAll("^-", "");
		return "%s-%08x".formatted(readable.substring(0, Math.min(readable.length(), 60)), path.hashCode());
	}

	/**
	 * The spool must be neither below its own mount point nor below that of another
	 * mount.
	 */
	private void requireOutside(Path place) {
		if (place.startsWith(this.mountPoint) || resolve(place).startsWith(resolve(this.mountPoint))) {
			throw new MountException(Reason.SPOOL_UNUSABLE, "The spool directory " + place
					+ " is below the mount point " + this.mountPoint + ", which it serves");
		}
		if (typeOf(NearestDirectory.of(place)).startsWith("fuse.fusemount")) {
			throw new MountException(Reason.SPOOL_UNUSABLE,
					"The spool directory " + place + " is below the mount point of another FuseMount");
		}
	}

	private static Path resolve(Path place) {
		Path existing = NearestDirectory.of(place);
		return PathWalk.unvisited(existing).resolve(existing.relativize(place));
	}

	private void requireOwn(Path place) {
		try {
			String objection = Ownership.of(place).objection(this.places.uid());
			if (objection != null) {
				throw new MountException(Reason.SPOOL_UNUSABLE,
						"The spool directory " + place + " " + objection + ": its content must stay private");
			}
		}
		catch (IOException ex) {
			throw new MountException(Reason.SPOOL_UNUSABLE,
					"The spool directory " + place + " cannot be used: " + SpoolPlaces.reason(ex), ex);
		}
	}

	private void say(Path place) {
		String type = typeOf(place);
		if (PASSING.contains(type)) {
			logger.warn(("The spool is in %s, on a disk of type %s that is lost with the %s: set "
					+ "fusemount.spool.directory to a permanent place, because it keeps content that could not be stored")
				.formatted(place, type, type.equals("overlay") ? "container" : "machine"));
		}
		else {
			logger.info("The spool, which keeps content that could not be stored, is in " + place);
		}
		List<Path> others = new ArrayList<>(this.places.durable(name()));
		others.add(this.places.former(name()));
		for (Path other : others) {
			String line = other.equals(place) ? null : FormerSpool.line(other, this.places.uid());
			if (line != null) {
				logger.warn(line);
			}
		}
	}

	/** In a chroot without a mount table of its own, the type is unknown. */
	private static String typeOf(Path place) {
		try {
			return Files.getFileStore(place).type();
		}
		catch (IOException ex) {
			return "";
		}
	}

}
