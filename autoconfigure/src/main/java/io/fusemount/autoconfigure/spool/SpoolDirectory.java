package io.fusemount.autoconfigure.spool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import io.fusemount.autoconfigure.place.NearestDirectory;
import io.fusemount.autoconfigure.place.Ownership;
import io.fusemount.core.filesystem.FileSystemSpool;
import io.fusemount.core.limit.UnsavedLimits;
import io.fusemount.core.local.PrivateFiles;
import io.fusemount.core.local.SpoolInUseException;
import io.fusemount.core.mount.MountException;
import io.fusemount.core.mount.MountException.Reason;
import io.fusemount.core.operation.OperationListener;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Where the spool of a mount is: as configured, or below the first of the machine's
 * places for state that can be had, the same at each start.
 */
public final class SpoolDirectory {

	private static final Log logger = LogFactory.getLog(SpoolDirectory.class);

	/** What ends with the machine or with the container. */
	private static final Set<String> PASSING = Set.of("tmpfs", "ramfs", "overlay");

	private final SpoolPlaces places;

	private final Path mountPoint;

	SpoolDirectory(SpoolPlaces places, Path mountPoint) {
		this.places = places;
		this.mountPoint = mountPoint;
	}

	/**
	 * Opens the spool and says where it is.
	 * @param configured the directory, or {@code null} for the default
	 * @param uid the user of the process
	 * @param limits how much is kept of what could not be stored
	 * @throws MountException if that is not possible
	 */
	public static FileSystemSpool open(@Nullable String configured, Path mountPoint, int uid, UnsavedLimits limits,
			OperationListener listener) {
		return new SpoolDirectory(SpoolPlaces.ofMachine(uid), mountPoint).open(configured, limits, listener);
	}

	FileSystemSpool open(@Nullable String configured, UnsavedLimits limits, OperationListener listener) {
		Path set = (configured != null && !configured.isBlank()) ? Path.of(configured).toAbsolutePath().normalize()
				: null;
		Path place = (set != null) ? set : choose();
		requireOutside(place);
		try {
			PrivateFiles.createDirectories(place);
			requireOwn(place);
			FileSystemSpool spool = FileSystemSpool.open(place, limits, listener);
			say(place);
			return spool;
		}
		catch (SpoolInUseException ex) {
			throw new MountException(Reason.SPOOL_IN_USE,
					ex.getMessage() + ((set == null) ? ": it comes from the mount point " + this.mountPoint
							+ ", so another application or context has that mounted" : ""),
					ex);
		}
		catch (IOException ex) {
			throw new MountException(Reason.SPOOL_UNUSABLE,
					"The spool directory " + place + " cannot be used: " + SpoolPlaces.reason(ex), ex);
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
				"No directory for the spool was found, which keeps what could not be stored: "
						+ String.join(", ", objections));
	}

	/** Tells the spools of one user apart: a mount point is in use by one mount only. */
	private String name() {
		String path = this.mountPoint.toString();
		String readable = path.replaceAll("[^A-Za-z0-9]+", "-").replaceAll("^-", "");
		return "%s-%08x".formatted(readable.substring(0, Math.min(readable.length(), 60)), path.hashCode());
	}

	/** What a mount has yet to store can be neither in it nor in that of another one. */
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
		try {
			return existing.toRealPath().resolve(existing.relativize(place));
		}
		catch (IOException ex) {
			return place;
		}
	}

	private void requireOwn(Path place) {
		try {
			String objection = Ownership.of(place).objection(this.places.uid());
			if (objection != null) {
				throw new MountException(Reason.SPOOL_UNUSABLE, "The spool directory " + place + " " + objection
						+ ": it has content that is nobody else's business");
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
			logger.warn(("The spool is in %s, on a disk of the type %s that ends with the %s: set "
					+ "fusemount.spool.directory to a place that stays, for it keeps what could not be stored")
				.formatted(place, type, type.equals("overlay") ? "container" : "machine"));
		}
		else {
			logger.info("The spool, which keeps what could not be stored, is in " + place);
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

	/** In a chroot without a mount table of its own, nobody knows. */
	private static String typeOf(Path place) {
		try {
			return Files.getFileStore(place).type();
		}
		catch (IOException ex) {
			return "";
		}
	}

}
