package io.fusemount.core.unsaved;

import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.HexFormat;

import io.fusemount.core.name.Name;
import io.fusemount.core.name.NameParts;
import org.jspecify.annotations.Nullable;

/**
 * The names of {@link UnsavedCopies}: a time and a number, so that names are unique and
 * sort by age, followed by the name of the file, so that people and programs recognize
 * it.
 */
final class UnsavedName {

	private static final DateTimeFormatter TIMESTAMP = DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSS'Z'")
		.withZone(ZoneOffset.UTC);

	private static final int TIMESTAMP_LENGTH = "yyyyMMddTHHmmss.SSSZ".length();

	private static final HexFormat HEX = HexFormat.of().withUpperCase();

	private UnsavedName() {
	}

	/**
	 * Returns a path in the directory that is valid for any file name.
	 */
	static Path resolve(Path directory, Instant time, long number, String fileName) {
		String prefix = TIMESTAMP.format(time) + "-" + number + "-";
		// Keys of nodes, which stand in for unknown names, may contain any character.
		String name = fileName.replaceAll("[/\0]", "_");
		int room = Name.MAX_BYTES - prefix.length();
		try {
			return directory.resolve(prefix + NameParts.of(name).with("", room));
		}
		catch (InvalidPathException ex) {
			// In the C locale, the JVM supports only ASCII names.
			return directory.resolve(prefix + NameParts.of(ascii(name)).with("", room));
		}
	}

	private static String ascii(String name) {
		StringBuilder ascii = new StringBuilder();
		for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
			if (b >= 0) {
				ascii.append((char) b);
			}
			else {
				ascii.append('%').append(HEX.toHexDigits(b));
			}
		}
		return ascii.toString();
	}

	/**
	 * Returns the time in a name, or {@code null} if it has none.
	 */
	static @Nullable Instant time(String name) {
		if (name.length() <= TIMESTAMP_LENGTH) {
			return null;
		}
		try {
			return Instant.from(TIMESTAMP.parse(name.substring(0, TIMESTAMP_LENGTH)));
		}
		catch (DateTimeParseException ex) {
			return null;
		}
	}

}
