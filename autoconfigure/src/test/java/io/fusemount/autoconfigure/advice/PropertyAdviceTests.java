package io.fusemount.autoconfigure.advice;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.fusemount.autoconfigure.FuseMountAutoConfiguration;
import io.fusemount.autoconfigure.properties.MountProperties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(OutputCaptureExtension.class)
class PropertyAdviceTests {

	/** Starts an application with variables and arguments. */
	private static ConfigurableApplicationContext start(Map<String, Object> variables, String... arguments) {
		StandardEnvironment environment = new StandardEnvironment();
		environment.getPropertySources()
			.replace(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, new SystemEnvironmentPropertySource(
					StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, variables));
		return new SpringApplicationBuilder(FuseMountAutoConfiguration.class).environment(environment)
			.web(WebApplicationType.NONE)
			.run(arguments);
	}

	private static List<String> warnings(CapturedOutput output) {
		return output.toString().lines().filter((line) -> line.contains("has no effect")).toList();
	}

	@ParameterizedTest
	@CsvSource(textBlock = """
			fusemount.mont-point,             fusemount.mount-point
			fusemount.content-cache.max-size, fusemount.content-cache.size
			fusemount.spool-directory,        fusemount.spool.directory
			fusemount.fail-first,             fusemount.fail-fast
			fusemounts.mount-point,           fusemount.mount-point
			fuse.mount.mount-point,           fusemount.mount-point
			fuse.mount-point,                 fusemount.mount-point
			spring.fusemount.read-only,       fusemount.read-only
			fuesmount.database.timeout,       fusemount.database.timeout
			fusemount.mounts.a.read-olny,     fusemount.mounts.a.read-only
			fusemount.mounts.a.spool.dirctory, fusemount.mounts.a.spool.directory
			fusemount.mounts.a.detection,     ''
			fusemount.mounts.mount-point,     ''
			fusemount.backup.directory,       ''
			""")
	void saysThatAPropertyIsMisspelt(String name, String meant, CapturedOutput output) {
		start(Map.of(), "--" + name + "=false", "--fusemount.mounts.a.mount-point=").close();
		assertThat(warnings(output)).singleElement()
			.asString()
			.contains("WARN",
					"The property '" + name + "' (commandLineArgs)"
							+ " has no effect: FuseMount has no property of this name.")
			.contains(meant.isEmpty() ? "" : "Did you mean '" + meant + "'?");
		assertThat(output.toString().contains("Did you mean")).isEqualTo(!meant.isEmpty());
	}

	@ParameterizedTest
	@CsvSource(textBlock = """
			FUSEMOUNT_MONT_POINT,     FUSEMOUNT_MOUNTPOINT
			FUSE_MOUNT_MOUNT_POINT,   FUSEMOUNT_MOUNTPOINT
			FUSE_MOUNT_POINT,         FUSEMOUNT_MOUNTPOINT
			FUSEMOUNT_SPOOLDIRECTORY, FUSEMOUNT_SPOOL_DIRECTORY
			""")
	void saysThatAVariableIsMisspelt(String name, String meant, CapturedOutput output) {
		start(Map.of(name, "/srv/files")).close();
		assertThat(warnings(output)).singleElement()
			.asString()
			.contains("'" + name + "'", "Did you mean '" + meant + "'?");
	}

	@Test
	void knowsEveryProperty() {
		assertThat(PropertyNames.load(MountProperties.NAMES).all())
			.contains("fusemount.enabled", "fusemount.page-size", "fusemount.scratch.names",
					"fusemount.database.timeout", "fusemount.unsaved.max-size")
			.hasSizeGreaterThan(30)
			.doesNotHaveDuplicates()
			.noneMatch((name) -> name.matches("fusemount\\.(scratch|database|cache|spool|unsaved|executor)"));
	}

	@Test
	void takesWhatRelaxedBindingTakes(CapturedOutput output) {
		Map<String, Object> variables = new LinkedHashMap<>();
		variables.put("FUSEMOUNT_READ_ONLY", "true");
		variables.put("FUSEMOUNT_FAILFAST", "false");
		variables.put("FUSEMOUNT_SCRATCH_NAMES_0", "*.bak");
		try (ConfigurableApplicationContext context = start(variables, "--fusemount.pageSize=7",
				"--fuse-mount.umask=077", "--fusemount.scratch.replacement_wait=7s",
				"--fusemount.contentcache.retain=false", "--fusemount.mounts.a.mountPoint=",
				"--fusemount.mounts.a.scratch.names[0]=*.bak", "--fusemount.mounts[A.B].mount-point=")) {
			MountProperties properties = context.getBean(MountProperties.class);
			assertThat(properties.readOnly()).isTrue();
			assertThat(properties.failFast()).isFalse();
			assertThat(properties.scratch().names()).containsExactly("*.bak");
			assertThat(properties.umask()).isEqualTo("077");
			assertThat(properties.scratch().replacementWait()).hasSeconds(7);
			assertThat(properties.contentCache().retain()).isFalse();
		}
		assertThat(warnings(output)).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "FUSEMOUNT_SERVICE_HOST", "FUSEMOUNT_PORT_8080_TCP_ADDR", "FUSEMOUNT_PORT",
			"FUSEMOUNT_HOME", "FUSEMOUNT_SERVICE_PORT_HTTP", "MOUNT_POINT", "GCSFUSE_MOUNT_POINT", "FUSE_OPTS" })
	void leavesVariablesAloneThatOthersMake(String name, CapturedOutput output) {
		start(Map.of(name, "value")).close();
		assertThat(warnings(output)).isEmpty();
	}

	@Test
	void leavesPropertiesOfOthersAlone(CapturedOutput output) {
		start(Map.of("FUSE_MOUNT_POINT", "for the script that starts it"), "--fusemount.spool.directory=/tmp/spool",
				"--alluxio.fuse.mount.point=/mnt", "--mount.point=/mnt", "--management.endpoint.fusemounts.access=none",
				"--management.health.fusemount.enabled=false", "--app.mount-point=/mnt", "--fuse.enabled=true",
				"--refuse.mounts=true", "--fusemount.mount-point=")
			.close();
		assertThat(warnings(output)).isEmpty();
	}

	@Test
	void tellsNoValues(CapturedOutput output) {
		start(Map.of(), "--fusemount.mont-point=secret").close();
		assertThat(Arrays.asList(output.toString().split("\n"))).noneMatch((line) -> line.contains("secret"));
	}

}
