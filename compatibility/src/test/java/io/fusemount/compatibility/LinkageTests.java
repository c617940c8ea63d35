package io.fusemount.compatibility;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.util.ClassUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every method and field of a library that released classes use is there, in the oldest
 * one that they run on: what they were compiled with is newer.
 */
class LinkageTests {

	/** Called by the newer ones only, in which it overrides something. */
	private static final Set<String> NEWER = Set
		.of("KeptTimestamp: org.hibernate.generator.BeforeExecutionGenerator.getGeneratedType()Ljava/lang/Class;");

	@ParameterizedTest
	@ValueSource(strings = { "io.fusemount.core.mount.Mount", "io.fusemount.data.jpa.JpaDirectories",
			"io.fusemount.transport.device.mount.Helper", "io.fusemount.transport.linux.LinuxTransport",
			"io.fusemount.transport.jnr.JnrTransport", "io.fusemount.autoconfigure.FuseMountAutoConfiguration" })
	void allThatIsUsedIsThere(String classOfModule) throws Exception {
		References references = new References();
		Class<?> type = Class.forName(classOfModule, false, ClassUtils.getDefaultClassLoader());
		Path module = Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
		// A directory in a build that has only got to the tests, or a jar.
		if (Files.isDirectory(module)) {
			add(module, references);
		}
		else {
			try (FileSystem jar = FileSystems.newFileSystem(module, Map.of())) {
				add(jar.getPath("/"), references);
			}
		}
		assertThat(references.count()).isGreaterThan(10);
		Set<String> missing = new TreeSet<>(references.missing());
		missing.removeAll(NEWER);
		assertThat(missing).isEmpty();
	}

	private static void add(Path root, References references) throws IOException {
		try (Stream<Path> files = Files.walk(root)) {
			for (Path file : files.filter((path) -> path.toString().endsWith(".class")).toList()) {
				references.add(Files.readAllBytes(file));
			}
		}
	}

}
