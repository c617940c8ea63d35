package io.fusemount.bench.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;

import io.fusemount.bench.server.SequentialReads;
import io.fusemount.bench.server.SequentialWrites;

/**
 * Files of a directory, as programs see them.
 *
 * @param directory the directory, on any filesystem
 */
public record DirectoryFiles(Path directory) implements StoredFiles {

	@Override
	public void create(String name, byte[] content) throws IOException {
		Files.write(path(name), content, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
	}

	@Override
	public void overwrite(String name, byte[] content) throws IOException {
		Files.write(path(name), content, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
	}

	@Override
	public void append(String name, byte[] content) throws IOException {
		Files.write(path(name), content, StandardOpenOption.APPEND);
	}

	@Override
	public void patch(String name, long position, byte[] bytes) throws IOException {
		try (FileChannel channel = FileChannel.open(path(name), StandardOpenOption.WRITE)) {
			channel.write(ByteBuffer.wrap(bytes), position);
		}
	}

	@Override
	public void rename(String name, String target) throws IOException {
		Files.move(path(name), path(target), StandardCopyOption.ATOMIC_MOVE);
	}

	@Override
	public void delete(String name) throws IOException {
		Files.delete(path(name));
	}

	/** Reads the output of {@code ls -l} and counts its lines. */
	@Override
	public long list() throws IOException, InterruptedException {
		Process process = new ProcessBuilder("ls", "-l", this.directory.toString())
			.redirectError(ProcessBuilder.Redirect.INHERIT)
			.start();
		byte[] output = process.getInputStream().readAllBytes();
		if (process.waitFor() != 0) {
			throw new IOException("ls ended with " + process.exitValue());
		}
		// The first line is the total.
		long lines = -1;
		for (byte character : output) {
			lines += (character == '\n') ? 1 : 0;
		}
		return lines;
	}

	/** Returns the size of a file, by {@code stat}. */
	public long size(String name) throws IOException {
		return Files.readAttributes(path(name), BasicFileAttributes.class).size();
	}

	@Override
	public long read(String name) throws IOException {
		return Files.readAllBytes(path(name)).length;
	}

	@Override
	public long write(String name, Path source) throws IOException {
		return SequentialWrites.copy(source, path(name));
	}

	@Override
	public long stream(String name) throws IOException {
		return SequentialReads.read(path(name));
	}

	/** Returns the path of a file. */
	public Path path(String name) {
		return this.directory.resolve(name);
	}

}
