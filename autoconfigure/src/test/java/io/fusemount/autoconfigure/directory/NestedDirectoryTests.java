package io.fusemount.autoconfigure.directory;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import io.fusemount.annotation.FuseMount;
import io.fusemount.conformance.memory.InMemoryDirectory;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A bean that is a directory with directories in it, in an application with a mount.
 */
@EnabledIfFuse
@Timeout(300)
class NestedDirectoryTests {

	@TempDir
	Path directory;

	/** It outlives the application, as rows do. */
	private final Notes notes = new Notes();

	@SpringBootConfiguration
	@EnableAutoConfiguration
	static class Application {

	}

	@FuseMount("notes")
	static class Notes extends InMemoryDirectory {

		Notes() {
			super("notes");
			nested();
		}

	}

	private ConfigurableApplicationContext start() throws IOException {
		Path mountPoint = Files.createDirectories(this.directory.resolve("mnt"));
		Map<String, String> own = Map.of("spring.datasource.url", "jdbc:h2:mem:nested", "spring.main.banner-mode",
				"off", "spring.main.register-shutdown-hook", "false", "fusemount.mount-point", mountPoint.toString(),
				"fusemount.spool.directory", this.directory.resolve("spool").toString());
		return new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
			.initializers((context) -> context.getBeanFactory().registerSingleton("notes", this.notes))
			.run(own.entrySet().stream().map((each) -> "--" + each).toArray(String[]::new));
	}

	@Test
	void programsMakeATreeThatIsThereAfterARestart() throws IOException {
		Shell shell;
		try (ConfigurableApplicationContext application = start()) {
			assertThat(application.isRunning()).isTrue();
			shell = Shell.in(this.directory.resolve("mnt"));
			shell.check("mkdir -p notes/a/b && printf text > notes/a/b/file && printf local > notes/a/b/file~"
					+ " && mv notes/a notes/c && exec 3<notes/c/b/file && cat <&3");
			assertThat(this.notes.application().directory("c").directory("b").content("file"))
				.isEqualTo("text".getBytes(StandardCharsets.UTF_8));
			assertThat(this.notes.application().directory("c").directory("b").names()).containsExactly("file");
		}
		try (ConfigurableApplicationContext application = start()) {
			assertThat(application.isRunning()).isTrue();
			assertThat(shell.check("find notes | sort && cat notes/c/b/file notes/c/b/file~").lines())
				.containsExactly("notes", "notes/c", "notes/c/b", "notes/c/b/file", "notes/c/b/file~", "textlocal");
			shell.check("rm -r notes/c");
		}
		assertThat(this.notes.application().names()).isEmpty();
	}

}
