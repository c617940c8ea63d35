package io.fusemount.sample.access;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * The content of the data directory after an interrupted start, and the data directories
 * of other users.
 */
class DataDirectoryTests {

	@TempDir
	private Path directory;

	private DataDirectory data;

	@BeforeEach
	void prepare() throws IOException {
		this.data = new DataDirectory(this.directory.resolve("above").resolve("data"));
		this.data.prepare();
	}

	@Test
	void aSecretIsMadeOnceAndForItsOwnerAlone() throws IOException {
		assertThat(this.data.secret("password", "first")).isEqualTo("first");
		assertThat(this.data.secret("password", "second")).isEqualTo("first");
		assertThat(this.data.path()).isDirectoryContaining("glob:**password").isDirectoryNotContaining("glob:**new");
		assertThat(Files.getPosixFilePermissions(this.data.path().resolve("password")))
			.isEqualTo(PosixFilePermissions.fromString("rw-------"));
	}

	@Test
	void whatAnInterruptedStartHasLeftIsNoSecret() throws IOException {
		Files.writeString(this.data.path().resolve("password.new"), "hal");
		assertThat(this.data.secret("password", "whole")).isEqualTo("whole");
	}

	@Test
	void anEmptyFileIsRefusedInWords() throws IOException {
		Path empty = Files.createFile(this.data.path().resolve("password"));
		assertThatIllegalStateException().isThrownBy(() -> this.data.secret("password", "new"))
			.withMessage("%1$s is empty: 'rm %1$s' lets the archive create another one", empty);
	}

	@Test
	void theDirectoryOfSomebodyElseIsRefusedInWords() throws IOException {
		assumeTrue("root".equals(System.getProperty("user.name")), "only root can give a directory away");
		Files.setAttribute(this.data.path(), "unix:uid", 65534);
		assertThatIllegalStateException().isThrownBy(this.data::prepare)
			.withMessageContaining("belongs to")
			.withMessageContaining("runs as root")
			.withMessageContaining("FUSEMOUNT_DATA");
	}

}
