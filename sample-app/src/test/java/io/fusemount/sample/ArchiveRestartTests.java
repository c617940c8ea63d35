package io.fusemount.sample;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@EnabledIfFuse
@Timeout(600)
class ArchiveRestartTests {

	@TempDir
	private Path directory;

	@Test
	void keepsContentAndInodeNumbersAcrossARestart() {
		String before;
		try (RunningArchive archive = RunningArchive.start(this.directory)) {
			archive.shell().check("printf kept > documents/kept.txt && rm documents/*.csv");
			archive.upload("invoices", "uploaded.pdf", "uploaded".getBytes(StandardCharsets.UTF_8));
			before = listing(archive);
		}
		assertThat(this.directory.resolve("mnt")).doesNotExist();
		try (RunningArchive archive = RunningArchive.start(this.directory)) {
			assertThat(listing(archive)).isEqualTo(before).contains("kept.txt", "uploaded.pdf").doesNotContain(".csv");
			assertThat(archive.shell().check("cat documents/kept.txt")).isEqualTo("kept");
		}
	}

	/** Inode number, size, modification time and name of everything. */
	private static String listing(RunningArchive archive) {
		return archive.shell().check("find . -type f -printf '%i %s %T@ %p\\n' | sort");
	}

}
