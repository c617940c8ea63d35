package io.fusemount.autoconfigure.spool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import io.fusemount.autoconfigure.place.Ownership;
import io.fusemount.core.filesystem.FileSystemSpool;
import org.jspecify.annotations.Nullable;

/**
 * The content of a spool that an earlier start has used, which would otherwise go
 * unnoticed.
 */
final class FormerSpool {

	private FormerSpool() {
	}

	/**
	 * Returns a line about the content at a place, or {@code null} if this user had no
	 * spool there.
	 */
	static @Nullable String line(Path place, int uid) {
		try {
			if (!Files.isDirectory(place) || Ownership.of(place).objection(uid) != null) {
				return null;
			}
			long unsaved = count(place.resolve("unsaved"));
			long local = FileSystemSpool.countLeft(place);
			if (unsaved + local == 0) {
				return "The spool was previously in " + place + ". Nothing there is needed any longer: delete it";
			}
			return ("The spool was previously in %1$s, which has files that could not be stored (%2$d) or stay local "
					+ "(%3$d). They are not visible now: start once with fusemount.spool.directory=%1$s, copy what you need, "
					+ "and delete that directory")
				.formatted(place, unsaved, local);
		}
		catch (IOException ex) {
			return "The spool was previously in " + place + ", which cannot be read now: " + ex.getMessage();
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
