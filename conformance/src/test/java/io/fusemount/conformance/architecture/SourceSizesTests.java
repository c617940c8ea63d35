package io.fusemount.conformance.architecture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * No source of the build is longer than sources may be.
 */
class SourceSizesTests {

	/**
	 * Longer ones, with their lines. Shorten them and take them from here; put none in.
	 */
	private static final Map<String, Integer> EXCEPTIONS = Map.of("NodeFileSystem.java", 510);

	@TempDir
	private Path build;

	@Test
	void sourcesOfThisBuildAreNotTooLong() throws IOException {
		assertThat(new SourceSizes(EXCEPTIONS).violations(Path.of(".."))).isEmpty();
	}

	@Test
	void aSourceThatIsTooLongIsTold() throws IOException {
		write("core/src/main/java/Longer.java", 401);
		write("core/src/main/java/Long.java", 400);
		write("core/src/test/java/LongerTests.java", 501);
		write("core/src/test/java/LongTests.java", 500);
		assertThat(new SourceSizes(Map.of()).violations(this.build)).containsExactly(
				"core/src/main/java/Longer.java has 401 lines, and may have 400",
				"core/src/test/java/LongerTests.java has 501 lines, and may have 500");
	}

	@Test
	void anExceptionMayShrinkAndNotGrow() throws IOException {
		write("core/src/main/java/Shrunk.java", 420);
		write("core/src/main/java/Grown.java", 431);
		assertThat(new SourceSizes(Map.of("Shrunk.java", 430, "Grown.java", 430)).violations(this.build))
			.containsExactly("core/src/main/java/Grown.java has 431 lines, and may have 430");
	}

	@Test
	void anExceptionWithoutNeedIsTold() throws IOException {
		write("core/src/main/java/Short.java", 400);
		assertThat(new SourceSizes(Map.of("Short.java", 430, "Gone.java", 430)).violations(this.build))
			.containsExactly("Gone.java is an exception without need", "Short.java is an exception without need");
	}

	private void write(String path, int lines) throws IOException {
		Path file = this.build.resolve(path);
		Files.createDirectories(file.getParent());
		Files.writeString(file, "//\n".repeat(lines));
	}

}
