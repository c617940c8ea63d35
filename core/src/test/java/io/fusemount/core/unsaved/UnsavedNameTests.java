package io.fusemount.core.unsaved;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class UnsavedNameTests {

	@TempDir
	private Path directory;

	/** A container without a locale has such a JVM. */
	@Test
	@Timeout(600)
	void aJvmThatKnowsAsciiOnlyLosesNoBytes() throws Exception {
		Path unsaved = Files.createDirectory(this.directory.resolve("unsaved"));
		Path output = this.directory.resolve("output");
		ProcessBuilder builder = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-cp", System.getProperty("java.class.path"), AsciiMain.class.getName(), unsaved.toString());
		builder.environment().put("LC_ALL", "C");
		Process process = builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
		try {
			assertThat(process.waitFor(100, TimeUnit.SECONDS)).isTrue();
		}
		finally {
			process.destroyForcibly();
		}
		assertThat(process.exitValue()).as(Files.readString(output)).isZero();
		assertThat(unsaved.resolve("19700101T000000.000Z-1-B%C3%A4cker.pdf")).hasContent("bytes");
	}

	@Test
	void theTimeIsReadFromTheName() {
		Instant time = Instant.parse("2026-11-21T12:00:00.123Z");
		assertThat(UnsavedName.time(UnsavedName.resolve(this.directory, time, 1, "a").getFileName().toString()))
			.isEqualTo(time);
		assertThat(UnsavedName.time("a.txt")).isNull();
		assertThat(UnsavedName.time("a name that has no time at all")).isNull();
	}

	/** Writes a file as a process of its own. */
	static final class AsciiMain {

		private AsciiMain() {
		}

		public static void main(String[] arguments) throws IOException {
			Path path = UnsavedName.resolve(Path.of(arguments[0]), Instant.EPOCH, 1, "B\u00e4cker.pdf");
			Files.write(path, "bytes".getBytes(StandardCharsets.UTF_8));
		}

	}

}
