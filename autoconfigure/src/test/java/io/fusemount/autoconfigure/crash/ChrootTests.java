package io.fusemount.autoconfigure.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import io.fusemount.autoconfigure.mounted.MountedApplication;
import io.fusemount.conformance.crash.ChildProgram;
import io.fusemount.conformance.machine.EnabledIfMachine;
import io.fusemount.conformance.machine.Machine;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The application runs in a directory that is its root and that no line of the mount
 * table names, as in a chroot and in some sandboxes.
 */
@EnabledIfFuse
@EnabledIfMachine
@Timeout(600)
class ChrootTests {

	private static final Path DATA = Path.of("/chroot-data");

	@AutoClose
	private final Workspace workspace = new Workspace();

	@Test
	void mountsAndTellsTheFreeSpaceWhereTheMountTableDoesNotNameTheRoot() throws IOException {
		Path root = Files.createDirectory(this.workspace.resolve("root"));
		Files.createDirectory(root.resolve(DATA.getFileName()));
		Machine machine = new Machine(this.workspace.directory()).withRoot(root);
		try (ChildProgram service = MountedApplication.startChild(machine, "jdbc:h2:mem:chroot", DATA)) {
			Path seen = Path.of("/proc/" + service.pid() + "/root" + DATA);
			Path file = MountedApplication.files(seen).resolve("a.txt");
			Files.writeString(file, "content");
			assertThat(file).hasContent("content");
			assertThat(blocks(seen.resolve("mnt"))).as("of the spool's disk").isEqualTo(blocks(root));
			assertThat(service.output()).doesNotContain("WARN", "ERROR");
		}
	}

	/** Returns the size of a filesystem, in 4 KiB. */
	private static long blocks(Path path) {
		String[] figures = Shell.in(Path.of("/")).check("stat -f -c '%b %S' " + Shell.quote(path)).strip().split(" ");
		return Long.parseLong(figures[0]) * Long.parseLong(figures[1]) / 4096;
	}

}
