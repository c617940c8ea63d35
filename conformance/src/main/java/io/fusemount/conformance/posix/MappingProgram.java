package io.fusemount.conformance.posix;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A program that changes the letters of a file to capitals through {@code mmap}. It runs
 * in a JVM of its own: a page fault stops a thread outside of any safepoint, so a JVM
 * that serves the filesystem must never map a file of it.
 */
final class MappingProgram {

	private MappingProgram() {
	}

	/**
	 * Runs the program.
	 * @param args the file, and {@code force} to call {@code msync} at the end
	 */
	public static void main(String[] args) throws IOException {
		try (FileChannel channel = FileChannel.open(Path.of(args[0]), StandardOpenOption.READ,
				StandardOpenOption.WRITE)) {
			MappedByteBuffer map = channel.map(FileChannel.MapMode.READ_WRITE, 0, channel.size());
			for (int i = 0; i < map.limit(); i++) {
				map.put(i, (byte) Character.toUpperCase((char) map.get(i)));
			}
			if (args.length > 1) {
				map.force();
			}
		}
	}

}
