package io.fusemount.autoconfigure.spool;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

import io.fusemount.autoconfigure.place.NearestDirectory;
import io.fusemount.autoconfigure.place.Ownership;
import io.fusemount.core.local.PrivateFiles;
import org.jspecify.annotations.Nullable;

/**
 * The places on this machine for state that survives the process and a restart of the
 * machine.
 *
 * @param environment the environment variables of the process
 * @param system the place where programs of the system keep their state
 * @param temporary the place where earlier versions kept the spool
 * @param uid the user id of the process
 */
record SpoolPlaces(Function<String, @Nullable String> environment, Path system, Path temporary, int uid) {

	private static final String OWN = "fusemount";

	static SpoolPlaces ofMachine(int uid) {
		return new SpoolPlaces(System::getenv, Path.of("/var/lib"),
				Path.of(System.getProperty("java.io.tmpdir", "/tmp")), uid);
	}

	/**
	 * Returns the possible places of a spool, best first.
	 * @param name the name that distinguishes the spool from others
	 */
	List<Path> durable(String name) {
		List<Path> places = new ArrayList<>();
		String unit = this.environment.apply("STATE_DIRECTORY");
		if (unit != null) {
			addAbsolute(places, unit.split(":", 2)[0], "");
		}
		places.add(this.system);
		String state = this.environment.apply("XDG_STATE_HOME");
		if (state == null || !addAbsolute(places, state, "")) {
			String home = this.environment.apply("HOME");
			addAbsolute(places, (home != null) ? home : System.getProperty("user.home", ""), ".local/state");
		}
		return places.stream().map((place) -> place.resolve(OWN).resolve(name)).toList();
	}

	private static boolean addAbsolute(List<Path> places, String place, String below) {
		Path path = Path.of(place).resolve(below);
		return path.isAbsolute() && places.add(path.normalize());
	}

	/** Returns the place where an earlier version kept the spool. */
	Path former(String name) {
		return this.temporary.resolve("fusemount-" + Integer.toUnsignedString(this.uid)).resolve(name);
	}

	/**
	 * Creates a directory unless it exists. A user who can write to one of its parents
	 * could replace it.
	 * @return why the directory cannot be used, or {@code null}
	 */
	@Nullable String create(Path place) {
		try {
			Path existing = NearestDirectory.of(place);
			boolean present = existing.equals(place);
			if (!Files.isWritable(existing)) {
				return existing + " is not writable";
			}
			Path above = present ? existing.toRealPath().getParent() : existing.toRealPath();
			for (; above != null; above = above.getParent()) {
				if (!Ownership.of(above).isSafeAbove(this.uid, present)) {
					return "others can write to " + above;
				}
				present = true;
			}
			PrivateFiles.createDirectories(place);
			return null;
		}
		catch (IOException ex) {
			return reason(ex);
		}
	}

	static String reason(IOException ex) {
		if (ex instanceof FileAlreadyExistsException) {
			return ex.getMessage() + " is not a directory";
		}
		return (ex instanceof AccessDeniedException) ? "permission denied for " + ex.getMessage()
				: String.valueOf(ex.getMessage());
	}

}
