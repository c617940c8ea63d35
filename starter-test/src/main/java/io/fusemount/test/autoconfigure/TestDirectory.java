package io.fusemount.test.autoconfigure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

import io.fusemount.core.operation.Caller;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.util.FileSystemUtils;

/**
 * The temporary directory of a context, for its mount points and their spools.
 */
record TestDirectory(Path path) implements DisposableBean {

	static TestDirectory create() {
		try {
			return new TestDirectory(Files.createTempDirectory("fusemount-test-"));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	Path mountPoint(String name) {
		return this.path.resolve("mnt").resolve(name);
	}

	Path spool(String name) {
		return this.path.resolve("spool").resolve(name);
	}

	/** Returns the user of the process, who owns the files that it creates. */
	Caller owner() {
		try {
			return new Caller((Integer) Files.getAttribute(this.path, "unix:uid"),
					(Integer) Files.getAttribute(this.path, "unix:gid"), (int) ProcessHandle.current().pid());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Deletes the directory, but nothing below a mount point: if that is still mounted,
	 * its files are rows.
	 */
	@Override
	public void destroy() throws IOException {
		FileSystemUtils.deleteRecursively(this.path.resolve("spool"));
		Path mountPoints = this.path.resolve("mnt");
		if (Files.exists(mountPoints)) {
			try (DirectoryStream<Path> each = Files.newDirectoryStream(mountPoints)) {
				for (Path mountPoint : each) {
					Files.deleteIfExists(mountPoint);
				}
			}
		}
		Files.deleteIfExists(mountPoints);
		Files.deleteIfExists(this.path);
	}

}
