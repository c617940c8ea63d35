package io.fusemount.autoconfigure.start;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.fusemount.autoconfigure.FuseMountAutoConfiguration;
import io.fusemount.conformance.crash.ChildProgram;
import io.fusemount.core.mount.Mount;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * An application on a real Spring Boot 3.5, which the build puts beside the tests.
 */
@Timeout(600)
class UnsupportedSpringBootTests {

	private static final Path LIBRARIES = Path.of("target/spring-boot-3").toAbsolutePath();

	@TempDir
	private Path directory;

	@BeforeEach
	void requireLibraries() {
		assumeTrue(Files.isDirectory(LIBRARIES), "Maven has not copied Spring Boot 3 to " + LIBRARIES);
	}

	@Test
	void isRefusedInWords() throws Exception {
		try (ChildProgram application = start()) {
			assertThat(application.awaitEnd()).as(application::output).isEqualTo(1);
			application.await("APPLICATION FAILED TO START");
			application.await("FuseMount needs Spring Boot 4.0.1 or newer, and this application runs on 3.5.");
			application.await("Consider the following:");
			assertThat(application.output()).contains("Update the application to Spring Boot 4.0.1 or newer.")
				.doesNotContain("\tat ", "Started.");
		}
	}

	@Test
	void isNoMatterWithoutTheFilesystem() throws Exception {
		try (ChildProgram application = start("--fusemount.enabled=false")) {
			application.await("Started.");
			assertThat(application.awaitEnd()).isZero();
		}
	}

	private ChildProgram start(String... settings) throws Exception {
		return ChildProgram.startWith(classPath(), PlainApplication.class, this.directory,
				Stream
					.concat(Stream.of("--fusemount.mount-point=" + this.directory.resolve("mnt")), Stream.of(settings))
					.toArray(String[]::new));
	}

	private static String classPath() throws IOException, URISyntaxException {
		List<String> entries = new ArrayList<>();
		for (Class<?> type : new Class<?>[] { PlainApplication.class, FuseMountAutoConfiguration.class, Mount.class }) {
			entries.add(Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString());
		}
		try (Stream<Path> libraries = Files.list(LIBRARIES)) {
			libraries.map(Path::toString).forEach(entries::add);
		}
		return String.join(File.pathSeparator, entries);
	}

}
