package io.fusemount.test.transport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

import io.fusemount.test.FuseMountFiles;

/**
 * Files of a mount in the kernel.
 */
record MountedFiles(Path mountPoint, Function<String, FuseMountFiles> mounts) implements FuseMountFiles {

	@Override
	public FuseMountFiles mount(String name) {
		return this.mounts.apply(name);
	}

	@Override
	public boolean isMounted() {
		return true;
	}

	@Override
	public byte[] read(String path) throws IOException {
		return Files.readAllBytes(at(path));
	}

	@Override
	public void write(String path, byte[] content) throws IOException {
		Files.write(at(path), content);
	}

	@Override
	public long size(String path) throws IOException {
		return Files.size(at(path));
	}

	@Override
	public List<String> list(String path) throws IOException {
		try (Stream<Path> entries = Files.list(at(path))) {
			return entries.map((entry) -> entry.getFileName().toString()).sorted().toList();
		}
	}

	@Override
	public void move(String source, String target) throws IOException {
		Files.move(at(source), at(target), StandardCopyOption.ATOMIC_MOVE);
	}

	@Override
	public void delete(String path) throws IOException {
		Files.delete(at(path));
	}

	private Path at(String path) {
		return this.mountPoint.resolve(path);
	}

}
