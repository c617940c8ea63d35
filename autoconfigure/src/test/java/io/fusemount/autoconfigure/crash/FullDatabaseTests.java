package io.fusemount.autoconfigure.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

import io.fusemount.conformance.crash.ChildProgram;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.shell.ShellResult;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * The database, not the spool, is on a disk that becomes full and has space again later.
 */
@EnabledIfFuse
@Timeout(300)
class FullDatabaseTests {

	private static final int DISK = 16 << 20;

	@AutoClose
	private final Workspace workspace = new Workspace();

	@Test
	@Semantics("A file for which the database's disk has no space is refused with ENOSPC, and kept; stored content "
			+ "stays.")
	void whatTheDatabaseHasNoRoomForIsRefusedAndKept() throws IOException {
		Path disk = Files.createDirectory(this.workspace.resolve("disk"));
		Shell shell = Shell.in(this.workspace.directory());
		ShellResult mounted = shell.run("mount -t tmpfs -o mode=700,size=" + DISK + " database-disk disk");
		assumeTrue(mounted.isSuccess(), "A small disk cannot be created by this user: " + mounted.errors());
		String url = "jdbc:h2:file:" + disk.resolve("h2") + ";WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE";
		Path files = this.workspace.files();
		Path ballast = disk.resolve("ballast");
		byte[] large = new byte[DISK * 3 / 4];
		new Random(1).nextBytes(large);
		try {
			try (ChildProgram service = this.workspace.start(url)) {
				Files.writeString(files.resolve("old.txt"), "old content");
				Files.write(ballast, new byte[DISK / 2]);
				// cp large new.bin
				assertThatIOException().isThrownBy(() -> Files.write(files.resolve("new.bin"), large))
					.withMessageContaining("No space left on device");
				assertThat(Shell.in(this.workspace.mountPoint()).check("cat .fusemount/errors"))
					.contains("ENOSPC close /files/new.bin: The database's disk is full");
			}
			Files.delete(ballast);
			// H2 has closed itself.
			try (ChildProgram service = this.workspace.start(url)) {
				assertThat(files.resolve("old.txt")).hasContent("old content");
				Path kept = this.workspace.mountPoint().resolve(".fusemount/unsaved");
				String name = Shell.in(kept).check("ls").strip();
				assertThat(kept.resolve(name)).hasBinaryContent(large);
				Files.writeString(files.resolve("small.txt"), "small");
				assertThat(files.resolve("small.txt")).hasContent("small");
			}
		}
		finally {
			shell.check("umount -l disk");
		}
	}

}
