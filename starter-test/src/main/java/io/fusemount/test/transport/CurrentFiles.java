package io.fusemount.test.transport;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

import io.fusemount.test.FuseMountFiles;

/**
 * The files of the current mount. Tests have it injected before the mount exists, and it
 * may be mounted again.
 */
public record CurrentFiles(Supplier<FuseMountFiles> current) implements FuseMountFiles {

	@Override
	public FuseMountFiles mount(String name) {
		return new CurrentFiles(() -> files().mount(name));
	}

	@Override
	public boolean isMounted() {
		return files().isMounted();
	}

	@Override
	public Path mountPoint() {
		return files().mountPoint();
	}

	@Override
	public byte[] read(String path) throws IOException {
		return files().read(path);
	}

	@Override
	public void write(String path, byte[] content) throws IOException {
		files().write(path, content);
	}

	@Override
	public long size(String path) throws IOException {
		return files().size(path);
	}

	@Override
	public List<String> list(String path) throws IOException {
		return files().list(path);
	}

	@Override
	public void move(String source, String target) throws IOException {
		files().move(source, target);
	}

	@Override
	public void delete(String path) throws IOException {
		files().delete(path);
	}

	private FuseMountFiles files() {
		return this.current.get();
	}

}
