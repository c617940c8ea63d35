package io.fusemount.autoconfigure.crash;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

import io.fusemount.conformance.crash.ChildProgram;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.shell.ShellResult;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * The spool is on a disk of its own that becomes full and has space again later.
 */
@EnabledIfFuse
@Timeout(600)
class FullSpoolTests {

	private static final int DISK = 8 * 1024 * 1024;

	private static final String FULL = "No space left on device";

	private static Workspace workspace;

	private static @Nullable ChildProgram service;

	private static Path files;

	@BeforeAll
	static void start() throws IOException {
		workspace = new Workspace();
		Files.createDirectory(workspace.spool());
		ShellResult mounted = Shell.in(workspace.directory())
			.run("mount -t tmpfs -o mode=700,size=" + DISK + " spool-disk spool");
		if (!mounted.isSuccess()) {
			workspace.close();
		}
		assumeTrue(mounted.isSuccess(), "A small disk cannot be created by this user: " + mounted.errors());
		service = workspace.start(workspace.h2Url());
		files = workspace.files();
	}

	@AfterAll
	static void stop() throws IOException {
		if (service != null) {
			service.close();
			Shell.in(workspace.directory()).check("umount -l spool");
			workspace.close();
		}
	}

	@Test
	@Semantics("A file that does not fit on the spool's disk is refused with ENOSPC, and stored content stays.")
	@Semantics("When there is space on the spool's disk again, everything works again.")
	void fullDiskIsAnErrorOfTheOneProgramThatNeedsIt() throws IOException {
		Files.writeString(files.resolve("old.txt"), "old content");
		Files.writeString(files.resolve("small.txt"), "small");
		// More than is free, less than the disk has.
		byte[] large = new byte[DISK / 2 + DISK / 4];
		Path ballast = Files.write(workspace.spool().resolve("ballast"), new byte[DISK / 2]);
		try (FileChannel reader = FileChannel.open(files.resolve("old.txt"))) {
			// cp large new.bin
			assertThatIOException().isThrownBy(() -> Files.write(files.resolve("new.bin"), large))
				.withMessageContaining(FULL);
			// cp large old.txt
			assertThatIOException().isThrownBy(() -> Files.write(files.resolve("old.txt"), large))
				.withMessageContaining(FULL);
			// Reading is no error, whatever of it was written.
			assertThatNoException().isThrownBy(() -> reader.read(ByteBuffer.allocate(10)));
		}
		workspace.awaitAllClosed();
		assertThat(files.resolve("old.txt")).hasContent("old content");
		assertThat(files.resolve("small.txt")).hasContent("small");
		Files.writeString(files.resolve("small.txt"), "small, again");
		assertThat(files.resolve("small.txt")).hasContent("small, again");
		Files.delete(ballast);
		Files.write(files.resolve("old.txt"), large);
		assertThat(files.resolve("old.txt")).hasBinaryContent(large);
	}

	@Test
	void diskWithoutOneFreeByteStopsOnlyWriting() throws IOException {
		Files.writeString(files.resolve("taken.txt"), "first");
		fill();
		// Renaming, deleting and reading need no room.
		Files.move(files.resolve("taken.txt"), files.resolve("moved.txt"));
		assertThat(files.resolve("moved.txt")).hasContent("first");
		// More than the cache can release.
		assertThatIOException().isThrownBy(() -> Files.write(files.resolve("moved.txt"), new byte[DISK / 2]))
			.withMessageContaining(FULL);
		workspace.awaitAllClosed();
		assertThat(files.resolve("moved.txt")).hasContent("first");
		Files.delete(workspace.spool().resolve("ballast"));
		Files.writeString(files.resolve("moved.txt"), "second");
		assertThat(files.resolve("moved.txt")).hasContent("second");
	}

	/** Leaves not one byte on the disk of the spool. */
	private void fill() throws IOException {
		// A file that is closed in the meantime would release bytes.
		workspace.awaitAllClosed();
		Path ballast = Files.createFile(workspace.spool().resolve("ballast"));
		assertThatIOException().isThrownBy(() -> {
			try (OutputStream output = Files.newOutputStream(ballast, StandardOpenOption.WRITE)) {
				for (;;) {
					output.write(new byte[4096]);
				}
			}
		}).withMessageContaining(FULL);
	}

}
