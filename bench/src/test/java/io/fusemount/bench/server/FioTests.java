package io.fusemount.bench.server;

import java.io.IOException;
import java.nio.file.Path;

import io.fusemount.conformance.shell.Shell;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

@Timeout(60)
class FioTests {

	private static final String SIZE = "--size=1M";

	@TempDir
	private Path directory;

	@BeforeEach
	void requireFio() {
		assumeTrue(Shell.has("fio"), "fio is not installed");
	}

	@Test
	void theResultIsOfAllJobsTogether() throws Exception {
		String[] options = { "--name=test", "--directory=" + this.directory, "--bs=4k", "--numjobs=2", SIZE, "" };
		options[options.length - 1] = "--rw=write";
		assertDone(Fio.write(options));
		options[options.length - 1] = "--rw=read";
		assertDone(Fio.read(options));
	}

	private static void assertDone(Fio.Result result) {
		assertThat(result.kibibytes()).isEqualTo(2048);
		assertThat(result.kibibytesPerSecond()).isPositive();
		assertThat(result.operationsPerSecond()).isPositive();
	}

	@Test
	void aFailureIsNoResult() {
		assertThatIOException().isThrownBy(() -> readMissing()).withMessageStartingWith("fio ");
	}

	private void readMissing() throws IOException, InterruptedException {
		Fio.read("--name=test", "--filename=" + this.directory.resolve("missing"), "--rw=read", "--readonly",
				"--allow_file_create=0", SIZE);
	}

}
