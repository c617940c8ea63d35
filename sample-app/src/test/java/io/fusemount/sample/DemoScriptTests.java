package io.fusemount.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

import com.jayway.jsonpath.JsonPath;
import io.fusemount.conformance.shell.OtherUsers;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.shell.ShellResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * The behaviour of {@code bin/demo} that goes unnoticed until it fails.
 */
class DemoScriptTests {

	private static final Path LIBRARY = Path.of("../bin/lib").toAbsolutePath().normalize();

	@TempDir
	private Path directory;

	@ParameterizedTest
	@ValueSource(strings = { "archive", "o'neill", "a: b # c", " spaces at both ends ", "back\\slash\\n", "\"quoted\"",
			"''", "*&!%@`{}[]|>-?,", "Müller" })
	void prometheusReadsTheLoginAsItIs(String text) {
		String configuration = bash("observe.sh", "prometheus_configuration 8080 %1$s %1$s \"/it's/alerts.yml\"",
				Shell.quote(text))
			.output();
		Object read = new Yaml().load(configuration);
		assertThat(JsonPath.<String>read(read, "$.scrape_configs[0].basic_auth.username")).isEqualTo(text);
		assertThat(JsonPath.<String>read(read, "$.scrape_configs[0].basic_auth.password")).isEqualTo(text);
		assertThat(JsonPath.<String>read(read, "$.rule_files[0]")).isEqualTo("/it's/alerts.yml");
	}

	@Test
	void prometheusTakesTheConfiguration() throws IOException {
		assumeTrue(Shell.has("promtool"), "promtool is not installed (apt-get install prometheus)");
		Path rules = ObserveFiles.DIRECTORY.resolve("alerts.yml");
		Files.writeString(this.directory.resolve("prometheus.yml"), bash("observe.sh",
				"prometheus_configuration 8080 \"o'neill\" '# secret' %s", Shell.quote(rules.toString()))
			.output());
		Shell.in(this.directory).check("promtool check config prometheus.yml");
	}

	@Test
	void theServiceOfPrometheusIsMaskedOnlyWhileItsPackageIsInstalled() throws IOException {
		program("apt-get", "exit 0");
		program("systemctl", "echo systemctl $1");
		assertThat(install().output().lines()).containsExactly("systemctl mask", "systemctl disable",
				"systemctl unmask");
	}

	@Test
	void theServiceOfPrometheusIsNotLeftMaskedByAnInstallationThatFails() throws IOException {
		program("apt-get", "exit 100");
		program("systemctl", "echo systemctl $1");
		ShellResult failed = install();
		assertThat(failed.isSuccess()).isFalse();
		assertThat(failed.output().lines()).containsExactly("systemctl mask", "systemctl unmask");
	}

	@Test
	void theServiceOfPrometheusIsNotLeftMaskedByAnInstallationThatIsInterrupted() throws IOException {
		program("apt-get", "kill -INT $PPID");
		program("systemctl", "echo systemctl $1");
		assertThat(install().output().lines()).containsExactly("systemctl mask", "systemctl unmask");
	}

	@Test
	void otherUsersOfTheDemoAreLetInWhereTheyReachTheMount() throws IOException {
		assumeTrue("root".equals(System.getProperty("user.name")),
				"Another user needs a setting that this machine may not have");
		Path place = Files.createDirectory(this.directory.resolve("place"));
		String mount = Shell.quote(place.resolve("mnt"));
		Files.setPosixFilePermissions(this.directory, PosixFilePermissions.fromString("rwxr-xr-x"));
		Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwxr-xr-x"));
		assertThat(bash("users.sh", "users_problem %s", mount).requireSuccess().output()).isEmpty();
		Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwx------"));
		assertThat(bash("users.sh", "users_problem %s", mount).output()).startsWith(place + " does not let them pass");
	}

	@Test
	void otherUsersOfTheDemoAreNotLetInWhereTheMachineForbidsIt() throws IOException {
		OtherUsers.assume();
		assumeTrue(!Shell.in(LIBRARY).run("grep -qsx user_allow_other /etc/fuse.conf").isSuccess(),
				"This machine lets others in");
		String problem = Shell.in(Path.of("/"))
			.check(OtherUsers.as(20001,
					"bash -c " + Shell.quote(Files.readString(LIBRARY.resolve("users.sh")) + "users_problem /mnt")));
		assertThat(problem).contains("'user_allow_other' in /etc/fuse.conf");
	}

	private ShellResult install() {
		return bash("setup.sh", "has_systemd() { true; }; as_root=(); PATH=%s:$PATH; install_packages fuse3 prometheus",
				Shell.quote(this.directory.toString()));
	}

	private void program(String name, String script) throws IOException {
		Path program = Files.writeString(this.directory.resolve(name), "#!/bin/sh\n" + script + "\n");
		Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
	}

	/** A build in the background starts its processes with interrupts ignored. */
	private ShellResult bash(String library, String command, String argument) {
		return Shell.in(LIBRARY)
			.run("env --default-signal=INT bash -c "
					+ Shell.quote("set -euo pipefail; . ./" + library + "; " + command.formatted(argument)));
	}

}
