package io.fusemount.autoconfigure.spool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import io.fusemount.autoconfigure.place.Ownership;
import io.fusemount.core.filesystem.FileSystemSpool;
import org.jspecify.annotations.Nullable;

/**
 * What is in a spool that an earlier start has used: nobody would look there.
 */
final class FormerSpool {

	private FormerSpool() {
	}

	/**
	 * Returns a line about what is at a place, or {@code null} if this user had no spool
	 * there.
	 */
	static @Nullable String line(Path place, int uid) {
		try {
			if (!Files.isDirectory(place) || Ownership.of(place).objection(uid) != null) {
				return null;
			}
			long unsaved = count(place.resolve("unsaved"));
			long local = FileSystemSpool.countLeft(place);
			if (unsaved + local == 0) {
				return "The spool was in " + place + " before. Nothing there is needed any more: delete it";
			}
			return ("The spool was in %1$s before, where files are that could not be stored (%2$d) or stay local "
					+ "(%3$d). They are not seen now: start once with fusemount.spool.directory=%1$s, take what you need, "
					+ "and delete that directory")
				.formatted(place, unsaved, local);
		}
		catch (IOException ex) {
			return "The spool was in " + place + " before, which cannot be read now: " + ex.getMessage();
		}
	}

	private static long count(Path directory) throws IOException {
		if (!Files.isDirectory(directory)) {
			return 0;
		}
		try (Stream<Path> files = Files.list(directory)) {
			return files.count();
		}
	}

}
