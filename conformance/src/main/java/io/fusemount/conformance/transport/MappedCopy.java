package io.fusemount.conformance.transport;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A program that maps files and closes them, and copies the mapped bytes on request. It
 * runs in a JVM of its own: a JVM that serves a filesystem must never map a file of it.
 */
public final class MappedCopy {

	private MappedCopy() {
	}

	/**
	 * Runs the program.
	 * @param args the file, a file to create once it has been mapped, and the copy
	 */
	public static void main(String[] args) throws IOException {
		MappedByteBuffer map;
		try (FileChannel channel = FileChannel.open(Path.of(args[0]))) {
			map = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
		}
		Files.createFile(Path.of(args[1]));
		if (System.in.read() >= 0) {
			try (FileChannel copy = FileChannel.open(Path.of(args[2]), StandardOpenOption.CREATE_NEW,
					StandardOpenOption.WRITE)) {
				copy.write(map);
			}
		}
	}

}
