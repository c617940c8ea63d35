package io.fusemount.conformance.crash;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Everything that is in a directory, read as a whole.
 */
final class FoundFiles {

	private FoundFiles() {
	}

	static Map<String, byte[]> in(Path directory, List<String> problems) throws IOException {
		Map<String, byte[]> found = new TreeMap<>();
		try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
			for (Path entry : entries) {
				String name = entry.getFileName().toString();
				if (found.put(name, read(entry, problems)) != null) {
					problems.add("Listed twice: " + name);
				}
			}
		}
		return found;
	}

	private static byte[] read(Path file, List<String> problems) {
		try {
			return Files.readAllBytes(file);
		}
		catch (IOException ex) {
			problems.add("Listed and not readable: " + ex);
			return new byte[0];
		}
	}

}
