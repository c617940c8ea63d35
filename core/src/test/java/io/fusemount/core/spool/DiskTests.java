package io.fusemount.core.spool;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class DiskTests {

	@TempDir
	private Path directory;

	@Test
	void tellsWhatTheKernelTells() {
		Disk disk = new Disk(this.directory);
		assertThat(disk.totalBytes()).isBetween(1L, Disk.UNKNOWN - 1);
		assertThat(disk.usableBytes()).isBetween(1L, disk.totalBytes());
	}

	@Test
	void aDiskThatDoesNotTellTakesWhateverComes() {
		// A filesystem without blocks, and a wiped directory.
		for (Path untold : new Path[] { Path.of("/proc"), this.directory.resolve("wiped") }) {
			assertThat(new Disk(untold).totalBytes()).isEqualTo(Disk.UNKNOWN);
			assertThat(new Disk(untold).usableBytes()).isEqualTo(Disk.UNKNOWN);
		}
	}

}
