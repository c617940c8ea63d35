package io.fusemount.autoconfigure.takeover;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;

import io.fusemount.autoconfigure.mounted.Launch;
import io.fusemount.autoconfigure.mounted.MountedApplication;
import io.fusemount.conformance.transport.EnabledIfFuse;
import io.fusemount.core.mount.Mount;
import io.fusemount.core.mount.MountException;
import io.fusemount.core.mount.MountRegistry;
import io.fusemount.core.mount.MountState;
import io.fusemount.core.mount.Takeover;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.awaitility.Awaitility.await;

/**
 * A second application that starts while the first one serves the mount. Both are in this
 * process.
 */
@EnabledIfFuse
@Timeout(120)
@ExtendWith(OutputCaptureExtension.class)
class SecondApplicationTests {

	private static final String ALWAYS = "--fusemount.takeover=always";

	private Path directory;

	private String database;

	@BeforeEach
	void prepare(@TempDir Path workspace) throws IOException {
		this.directory = workspace.toRealPath();
		this.database = "jdbc:h2:mem:%s;DB_CLOSE_DELAY=-1".formatted(this.directory.getFileName());
	}

	private ConfigurableApplicationContext start(String... settings) {
		return Launch.startAgain(MountedApplication.class, this.database, this.directory, settings);
	}

	private static Mount mount(ConfigurableApplicationContext application) {
		return application.getBean(MountRegistry.class).mounts().get(0);
	}

	private static Health health(ConfigurableApplicationContext application) {
		HealthIndicator indicator = (HealthIndicator) application
			.getBean("fusemountHealthContributor", CompositeHealthContributor.class)
			.getContributor("default");
		return Objects.requireNonNull(Objects.requireNonNull(indicator).health());
	}

	private FileChannel create(String name, String text) throws IOException {
		FileChannel open = FileChannel.open(MountedApplication.files(this.directory).resolve(name),
				StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
		open.write(bytes(text));
		return open;
	}

	private static ByteBuffer bytes(String text) {
		return StandardCharsets.UTF_8.encode(text);
	}

	@Test
	void takesTheMountOverAndTheFirstOneSaysSo(CapturedOutput output) throws IOException {
		try (ConfigurableApplicationContext first = start(ALWAYS)) {
			FileChannel open = create("new.txt", "one ");
			try (ConfigurableApplicationContext second = start(ALWAYS)) {
				open.write(bytes("two"));
				open.close();
				long process = ProcessHandle.current().pid();
				assertThat(Objects.requireNonNull(Takeover.of(mount(second))).process()).isEqualTo(process);
				assertThat(mount(first).state()).isEqualTo(MountState.UNMOUNTED);
				assertThat(health(first).getStatus()).isEqualTo(Status.UP);
				assertThat(health(first).getDetails().get("handedOver")).asString().startsWith("to process " + process);
				assertThat(health(second).getStatus()).isEqualTo(Status.UP);
				assertThat(output)
					.contains("Handed 'default' at " + this.directory.resolve("mnt") + " over to process ")
					.contains("Took 'default' over from process ");
				first.close();
				assertThat(MountedApplication.files(this.directory).resolve("new.txt")).hasContent("one two");
				assertThat(output).doesNotContain("Unmounted 'default'");
			}
			assertThat(output).contains("Unmounted 'default'");
		}
	}

	@Test
	void isRefusedInWordsByAnApplicationThatKeepsItsMount() {
		try (ConfigurableApplicationContext first = start("--fusemount.takeover=never")) {
			assertThatException().isThrownBy(() -> start(ALWAYS))
				.havingRootCause()
				.withMessageContaining("is in use by another process or mount");
			assertThat(mount(first).state()).isEqualTo(MountState.MOUNTED);
		}
	}

	@Test
	void isRefusedInWordsIfItsMountWouldBeAnotherOne() {
		try (ConfigurableApplicationContext first = start(ALWAYS)) {
			assertThatException().isThrownBy(() -> start(ALWAYS, "--fusemount.read-only=true"))
				.havingCause()
				.isInstanceOf(MountException.class)
				.withMessageContaining("serves the mount and keeps it: read-only, allow-other or default-permissions");
			assertThat(health(first).getStatus()).isEqualTo(Status.UP);
		}
	}

	@Test
	void givesTheMountBackIfItsStartFailsLater(CapturedOutput output) throws IOException {
		try (ConfigurableApplicationContext first = start(ALWAYS)) {
			FileChannel open = create("new.txt", "one ");
			assertThatException()
				.isThrownBy(() -> Launch.startAgain(FailingApplication.class, this.database, this.directory, ALWAYS))
				.withMessageContaining("webServer");
			await().until(() -> mount(first).state() == MountState.MOUNTED);
			open.write(bytes("two"));
			open.close();
			assertThat(Files.readString(MountedApplication.files(this.directory).resolve("new.txt")))
				.isEqualTo("one two");
			assertThat(health(first).getDetails()).doesNotContainKey("handedOver");
			await().untilAsserted(() -> assertThat(output).contains("Serves 'default' at "));
		}
	}

	/**
	 * Starts until it is to listen.
	 */
	@SpringBootConfiguration
	@Import(MountedApplication.class)
	static class FailingApplication {

		@Bean
		SmartLifecycle webServer() {
			return new StartStep(() -> {
				throw new IllegalStateException("no port");
			});
		}

	}

}
