package io.fusemount.autoconfigure.place;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.fusemount.conformance.shell.Shell;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class MountPointAdviceTests {

	@TempDir
	private Path directory;

	@Test
	void saysWhereOthersCouldPutSomethingElse() throws IOException {
		Path parent = Files.createDirectory(this.directory.toRealPath().resolve("parent"));
		Path mountPoint = Files.createDirectory(parent.resolve("mnt"));
		int uid = (Integer) Files.getAttribute(parent, "unix:uid");
		assertThat(new MountPointAdvice(List.of(mountPoint), uid).lines())
			.noneMatch((line) -> line.contains("replace the mount point"));
		Shell.in(parent).check("chmod 777 .");
		assertThat(new MountPointAdvice(List.of(mountPoint), uid).lines())
			.anySatisfy((line) -> assertThat(line).startsWith("Other users can replace the mount point " + mountPoint)
				.contains(parent + " belongs to user " + uid + " and group ", "and has mode 777"));
	}

}
