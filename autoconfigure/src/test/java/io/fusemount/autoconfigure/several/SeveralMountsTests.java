package io.fusemount.autoconfigure.several;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.fusemount.annotation.FuseMount;
import io.fusemount.autoconfigure.fixture.OneFileDirectory;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import io.fusemount.core.mount.Mount;
import io.fusemount.core.mount.MountException;
import io.fusemount.core.mount.MountRegistry;
import io.fusemount.core.mount.MountState;
import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.HealthContributors;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.ApplicationContextException;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * An application with two mounts in the kernel, one without a name of its own and one
 * that is called reports.
 */
@EnabledIfFuse
@Timeout(300)
class SeveralMountsTests {

	@TempDir
	Path directory;

	private final List<ConfigurableApplicationContext> started = new ArrayList<>();

	@SpringBootConfiguration
	@EnableAutoConfiguration
	@Import(Minutes.class)
	static class Application {

	}

	/** A directory that is no repository. */
	@FuseMount(value = "minutes", mount = "reports")
	static class Minutes extends OneFileDirectory {

	}

	private ConfigurableApplicationContext start(String... settings) throws IOException {
		Files.createDirectories(this.directory.resolve("a"));
		Files.createDirectories(this.directory.resolve("b"));
		Map<String, String> own = new LinkedHashMap<>();
		own.put("spring.datasource.url", "jdbc:h2:mem:several");
		own.put("spring.jpa.hibernate.ddl-auto", "create-drop");
		own.put("spring.main.banner-mode", "off");
		own.put("spring.main.register-shutdown-hook", "false");
		own.put("several.reports", "reports");
		own.put("fusemount.mount-point", this.directory.resolve("a").toString());
		own.put("fusemount.spool.directory", this.directory.resolve("spool-a").toString());
		own.put("fusemount.mounts.reports.mount-point", this.directory.resolve("b").toString());
		own.put("fusemount.mounts.reports.spool.directory", this.directory.resolve("spool-b").toString());
		for (String setting : settings) {
			String[] pair = setting.split("=", 2);
			own.put(pair[0], pair[1]);
		}
		ConfigurableApplicationContext application = new SpringApplicationBuilder(Application.class)
			.web(WebApplicationType.NONE)
			.run(own.entrySet().stream().map((each) -> "--" + each).toArray(String[]::new));
		this.started.add(application);
		return application;
	}

	@AfterEach
	void stop() throws IOException {
		this.started.forEach(ConfigurableApplicationContext::close);
		assertThat(mounted()).isEmpty();
	}

	private List<String> mounted() throws IOException {
		return Files.readAllLines(Path.of("/proc/self/mounts"))
			.stream()
			.map((line) -> line.split(" ")[1])
			.filter((point) -> point.startsWith(this.directory.toString()))
			.map((point) -> point.substring(this.directory.toString().length() + 1))
			.toList();
	}

	private static Mount mount(ConfigurableApplicationContext application, String name) {
		return Objects.requireNonNull(application.getBean(MountRegistry.class).find(name));
	}

	@Test
	void eachHasItsOwnDirectories() throws IOException {
		ConfigurableApplicationContext application = start();
		assertThat(mounted()).containsExactlyInAnyOrder("a", "b");
		Shell shell = Shell.in(this.directory);
		assertThat(shell.check("ls a").strip()).isEqualTo("papers");
		assertThat(shell.check("ls b").lines()).containsExactly("minutes", "papers");
		shell.check("echo one > a/papers/one.txt && echo other > b/papers/other.txt && mv a/papers/one.txt b/papers/");
		assertThat(shell.check("ls a/papers")).isEmpty();
		assertThat(shell.check("cat b/papers/one.txt b/papers/other.txt")).isEqualTo("one\nother\n");
		assertThat(application.getBean(ContractRepository.class).count()).isZero();
		assertThat(application.getBean(ReportRepository.class).count()).isEqualTo(2);
		assertThat(this.directory.resolve("spool-a/unsaved").getParent()).isDirectory();
		assertThat(this.directory.resolve("spool-b/unsaved").getParent()).isDirectory();
	}

	@Test
	void eachHasItsOwnPropertiesAndMetersAndHealth() throws IOException {
		ConfigurableApplicationContext application = start("fusemount.umask=077",
				"fusemount.mounts.reports.read-only=true", "fusemount.executor.max-workers=5",
				"fusemount.mounts.reports.handles.max=7");
		Shell shell = Shell.in(this.directory);
		shell.check("echo one > a/papers/one.txt");
		assertThat(shell.run("echo other > b/papers/other.txt").errors()).contains("Read-only file system");
		assertThat(shell.check("stat -c %a a/papers/one.txt").strip()).isEqualTo("600");
		assertThat(shell.check("stat -c %a b/papers b/minutes/hello.txt")).isEqualTo("500\n400\n");
		MeterRegistry meters = application.getBean(MeterRegistry.class);
		assertThat(meters.get("fusemount.executor.limit").tags("mount", "reports").gauge().value()).isEqualTo(5);
		assertThat(meters.get("fusemount.handles.limit").tags("mount", "reports").gauge().value()).isEqualTo(7);
		assertThat(meters.get("fusemount.handles.limit").tags("mount", "default").gauge().value()).isGreaterThan(7);
		assertThat(meters.get("fusemount.operations")
			.tags("mount", "default", "operation", "create", "outcome", "success")
			.timer()
			.count()).isOne();
		assertThat(meters.find("fusemount.operations").tags("mount", "reports", "operation", "create").timer())
			.isNull();
		assertThat(health(application)).containsExactly("default UP", "reports UP");
	}

	private static List<String> health(ConfigurableApplicationContext application) {
		return application.getBean("fusemountHealthContributor", CompositeHealthContributor.class)
			.stream()
			.map((entry) -> entry.name() + " " + status(entry))
			.sorted()
			.toList();
	}

	private static String status(HealthContributors.Entry entry) {
		return String
			.valueOf(Objects.requireNonNull(((HealthIndicator) entry.contributor()).health()).getStatus().getCode());
	}

	@Test
	void oneThatFailsLeavesTheOtherServedAndComesLater() throws IOException {
		ConfigurableApplicationContext application = start("fusemount.fail-fast=false",
				"fusemount.mounts.reports.mount-point=" + this.directory.resolve("later"));
		assertThat(mounted()).containsExactly("a");
		Shell shell = Shell.in(this.directory);
		shell.check("echo one > a/papers/one.txt");
		assertThat(health(application)).containsExactly("default UP", "reports DOWN");
		Mount reports = mount(application, "reports");
		assertThat(reports.state()).isEqualTo(MountState.FAILED);
		assertThat(reports.failure()).hasMessageContaining("later");
		Files.createDirectory(this.directory.resolve("later"));
		reports.mount();
		assertThat(shell.check("cat later/minutes/hello.txt a/papers/one.txt")).isEqualTo("helloone\n");
		mount(application, "default").unmount(Duration.ofSeconds(20));
		assertThat(mounted()).containsExactly("later");
		assertThat(shell.check("ls later/minutes").strip()).isEqualTo("hello.txt");
	}

	@Test
	void oneThatMayFailDoesNotLetAnotherFail() throws IOException {
		start("fusemount.mounts.reports.fail-fast=false",
				"fusemount.mounts.reports.mount-point=" + this.directory.resolve("none"));
		assertThat(mounted()).containsExactly("a");
	}

	@Test
	void oneThatHasToBeThereEndsTheApplicationAndTheOtherIsUnmounted() throws IOException {
		assertThatExceptionOfType(ApplicationContextException.class)
			.isThrownBy(() -> start("fusemount.mounts.reports.mount-point=" + this.directory.resolve("none")))
			.havingRootCause()
			.isInstanceOf(MountException.class)
			.withMessageContaining("none");
		assertThat(mounted()).isEmpty();
	}

	@Test
	void aDirectoryOfAMountThatIsLeftOutIsNowhere() throws IOException {
		ConfigurableApplicationContext application = start("fusemount.mounts.reports.mount-point=");
		assertThat(mounted()).containsExactly("a");
		assertThat(application.getBean(MountRegistry.class).find("reports")).isNull();
		assertThat(Shell.in(this.directory).check("ls a").strip()).isEqualTo("papers");
	}

	@Test
	void aDirectoryOfAMountThatThereIsNotIsRefused() {
		assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> start("several.reports=statements"))
			.havingRootCause()
			.withMessageContaining("Report")
			.withMessageContaining("can be in no mount: there is no mount 'statements', only 'default', 'reports'");
	}

}
