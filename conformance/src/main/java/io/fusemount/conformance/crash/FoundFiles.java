package io.fusemount.conformance.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Everything in a directory and in the directories below it, read completely. The name of
 * a directory ends with a slash.
 */
final class FoundFiles {

	private FoundFiles() {
	}

	static Map<String, byte[]> in(Path directory, List<String> problems) {
		Map<String, byte[]> found = new TreeMap<>();
		try {
			collect(directory, "", found, problems);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return found;
	}

	private static void collect(Path directory, String path, Map<String, byte[]> found, List<String> problems)
			throws IOException {
		try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
			for (Path entry : entries) {
				boolean nested = Files.isDirectory(entry);
				String name = path + entry.getFileName() + (nested ? "/" : "");
				if (found.put(name, nested ? Change.DIRECTORY : read(entry, problems)) != null) {
					problems.add("Listed twice: " + name);
				}
				if (nested) {
					collect(entry, name, found, problems);
				}
			}
		}
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
