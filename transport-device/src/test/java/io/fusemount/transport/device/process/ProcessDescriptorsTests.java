package io.fusemount.transport.device.process;

import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The open files of a process, seen from outside.
 */
class ProcessDescriptorsTests {

	private static final int OWN = (int) ProcessHandle.current().pid();

	@TempDir
	Path directory;

	private final ProcessDescriptors descriptors = new ProcessDescriptors();

	private Path file;

	private long inode;

	@BeforeEach
	void create() throws Exception {
		this.file = Files.createFile(this.directory.resolve("file"));
		this.inode = (long) Files.getAttribute(this.file, "unix:ino");
	}

	@Test
	void writersAreSeenUntilTheyAreClosed() throws Exception {
		assertThat(this.descriptors.canWrite(OWN, this.inode)).isFalse();
		try (FileChannel writer = FileChannel.open(this.file, StandardOpenOption.WRITE)) {
			assertThat(writer.isOpen()).isTrue();
			assertThat(this.descriptors.canWrite(OWN, this.inode)).isTrue();
			assertThat(this.descriptors.canWrite(OWN, this.inode + 1_000_000_000)).isFalse();
		}
		assertThat(this.descriptors.canWrite(OWN, this.inode)).isFalse();
	}

	@Test
	void readersDoNotCount() throws Exception {
		try (FileChannel reader = FileChannel.open(this.file)) {
			assertThat(reader.isOpen()).isTrue();
			assertThat(this.descriptors.canWrite(OWN, this.inode)).isFalse();
		}
	}

	@Test
	void processesThatAreNotThereHaveNothingOpen() {
		assertThat(this.descriptors.canWrite(0, this.inode)).isFalse();
		assertThat(this.descriptors.canWrite(Integer.MAX_VALUE, this.inode)).isFalse();
	}

}
