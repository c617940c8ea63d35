package io.fusemount.conformance.transport;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A program that maps a file, and reads its last page on request. It runs in a JVM of its
 * own: a JVM that serves a filesystem must never map a file of it.
 */
final class MappedReader {

	/** The exit status if the page could not be read. */
	static final int FAULT = 7;

	private MappedReader() {
	}

	/**
	 * Runs the program.
	 * @param args the file, and a file to create once it has been mapped
	 */
	public static void main(String[] args) throws IOException {
		try (FileChannel channel = FileChannel.open(Path.of(args[0]))) {
			MappedByteBuffer map = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
			Files.createFile(Path.of(args[1]));
			if (System.in.read() >= 0) {
				readEnd(map);
			}
		}
		catch (InternalError ex) {
			// The JVM turns the signal into this error.
			Runtime.getRuntime().halt(FAULT);
		}
	}

	private static void readEnd(MappedByteBuffer map) {
		byte[] end = new byte[100];
		map.get(map.limit() - end.length, end);
	}

}
