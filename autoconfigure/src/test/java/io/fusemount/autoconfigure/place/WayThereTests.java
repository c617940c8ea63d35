package io.fusemount.autoconfigure.place;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

class WayThereTests {

	@TempDir
	private Path temporary;

	private Path home;

	private int uid;

	@BeforeEach
	void prepare() throws IOException {
		this.home = Files.createDirectory(this.temporary.toRealPath().resolve("home"));
		this.uid = (Integer) Files.getAttribute(this.home, "unix:uid");
	}

	@Test
	void aWayThatOnlyTheUserAndRootCanChangeIsSafe() throws IOException {
		assertThat(unsafe(Files.createDirectories(this.home.resolve("a/b")))).isNull();
		assertThat(unsafe(this.home.resolve("not/there"))).isNull();
	}

	@Test
	void aDirectoryInWhichOthersCanRenameIsNot() throws IOException {
		Path mountPoint = Files.createDirectories(this.home.resolve("open/b/mnt"));
		Path open = open(this.home.resolve("open"));
		assertThat(unsafe(mountPoint)).isEqualTo(open);
		assertThat(unsafe(open.resolve("missing"))).isEqualTo(open);
		assertThat(unsafe(open)).as("what is in it does not matter").isNull();
	}

	@Test
	void aLinkIsAsGoodAsTheDirectoryThatItIsInAndTheWayThatItShows() throws IOException {
		Path real = Files.createDirectories(this.home.resolve("real/mnt"));
		Path open = open(Files.createDirectories(this.home.resolve("open")));
		Path link = Files.createSymbolicLink(open.resolve("link"), Path.of("../real"));
		assertThat(unsafe(link.resolve("mnt"))).isEqualTo(open);
		assertThat(unsafe(real)).isNull();
		Files.createDirectory(open.resolve("mnt"));
		assertThat(unsafe(Files.createSymbolicLink(this.home.resolve("other"), open).resolve("mnt"))).isEqualTo(open);
	}

	@Test
	void linksInACircleEnd() throws IOException {
		Path link = this.home.resolve("link");
		Files.createSymbolicLink(link, link);
		assertThatIOException().isThrownBy(() -> unsafe(link.resolve("mnt")));
	}

	private @Nullable Path unsafe(Path path) throws IOException {
		return WayThere.unsafeDirectory(path, this.uid);
	}

	private static Path open(Path directory) throws IOException {
		return Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
	}

}
