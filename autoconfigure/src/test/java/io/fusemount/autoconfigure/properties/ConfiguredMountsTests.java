package io.fusemount.autoconfigure.properties;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

import io.fusemount.core.mount.UnknownMountException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

class ConfiguredMountsTests {

	private static ConfigurableEnvironment environment(Map<String, Object> variables, String... properties) {
		StandardEnvironment environment = new StandardEnvironment();
		environment.getPropertySources()
			.replace(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, new SystemEnvironmentPropertySource(
					StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, variables));
		environment.getPropertySources()
			.addLast(new MapPropertySource("file",
					Arrays.stream(properties)
						.map((line) -> line.split("=", 2))
						.collect(Collectors.toMap((pair) -> pair[0], (pair) -> pair[1]))));
		return environment;
	}

	private static ConfiguredMounts mounts(String... properties) {
		return mounts(environment(Map.of(), properties));
	}

	private static ConfiguredMounts mounts(ConfigurableEnvironment environment) {
		Binder binder = Binder.get(environment);
		return ConfiguredMounts.of(binder.bindOrCreate("fusemount", FuseMountProperties.class),
				binder.bindOrCreate("fusemount", MountProperties.class), environment);
	}

	@Test
	void thereIsNoneWithoutMountPoint() {
		assertThat(mounts("fusemount.read-only=true").mounted()).isEmpty();
	}

	@Test
	void oneWithoutPrefixHasTheNameThatIsSet() {
		assertThat(mounts("fusemount.mount-point=/srv/a", "fusemount.name=archive").mounted()).singleElement()
			.returns("archive", ConfiguredMount::name)
			.returns(Path.of("/srv/a"), ConfiguredMount::mountPoint);
	}

	@Test
	void eachHasWhatItSetsAndElseWhatAllHave() {
		ConfiguredMounts mounts = mounts("fusemount.mount-point=/srv/a", "fusemount.umask=027",
				"fusemount.executor.max-workers=48", "fusemount.executor.readers=3", "fusemount.scratch.names[0]=*.bak",
				"fusemount.scratch.names[1]=*.old", "fusemount.shutdown-timeout=${timeout}", "timeout=7s",
				"fusemount.mounts.reports.mount-point=/srv/b", "fusemount.mounts.reports.read-only=true",
				"fusemount.mounts.reports.executor.readers=40", "fusemount.mounts.reports.scratch.names=*.tmp",
				"fusemount.mounts.scans.mount-point=/srv/c", "fusemount.mounts.scans.umask=077",
				"fusemount.mounts.scans.fail-fast=false");
		assertThat(mounts.mounted()).extracting(ConfiguredMount::name).containsExactly("default", "reports", "scans");
		MountProperties reports = mounts.properties("reports");
		assertThat(reports.mountPoint()).isEqualTo("/srv/b");
		assertThat(reports.readOnly()).isTrue();
		assertThat(reports.umask()).isEqualTo("027");
		assertThat(reports.executor()).isEqualTo(new MountProperties.Executor(48, 40));
		assertThat(reports.scratch().names()).containsExactly("*.tmp");
		assertThat(reports.shutdownTimeout()).isEqualTo(Duration.ofSeconds(7));
		assertThat(reports.failFast()).isTrue();
		MountProperties scans = mounts.properties("scans");
		assertThat(scans.readOnly()).isFalse();
		assertThat(scans.umask()).isEqualTo("077");
		assertThat(scans.scratch().names()).containsExactly("*.bak", "*.old");
		assertThat(scans.failFast()).isFalse();
		assertThat(mounts.properties("default").executor()).isEqualTo(new MountProperties.Executor(48, 3));
		assertThat(mounts.properties("default").umask()).isEqualTo("027");
	}

	@Test
	void aVariableCountsMoreThanAFile() {
		ConfiguredMounts mounts = mounts(environment(
				Map.of("FUSEMOUNT_MOUNTS_MYREPORTS_MOUNTPOINT", "/mnt/b", "FUSEMOUNT_MOUNTS_SCANS_MOUNTPOINT", "/mnt/c",
						"FUSEMOUNT_MOUNTS_SERVICE_HOST", "10.0.0.1", "FUSEMOUNT_UMASK", "077"),
				"fusemount.mounts.my-reports.mount-point=/srv/b", "fusemount.mounts.my-reports.umask=027"));
		assertThat(mounts.mounted())
			.extracting(ConfiguredMount::name, ConfiguredMount::mountPoint, (mount) -> mount.properties().umask())
			.containsExactly(tuple("my-reports", Path.of("/mnt/b"), "027"), tuple("scans", Path.of("/mnt/c"), "077"));
	}

	@Test
	void aNameMayHaveCapitalsAndDotsInBrackets() {
		assertThat(mounts("fusemount.mounts[Reports.2026].mount-point=/srv/b").mounted()).singleElement()
			.returns("Reports.2026", ConfiguredMount::name);
	}

	@Test
	void anEmptyMountPointLeavesAMountOut() {
		ConfiguredMounts mounts = mounts("fusemount.mount-point=", "fusemount.mounts.reports.mount-point=",
				"fusemount.mounts.scans.mount-point=/srv/c");
		assertThat(mounts.mounted()).extracting(ConfiguredMount::name).containsExactly("scans");
		assertThat(mounts.find("")).isNull();
		assertThat(mounts.find("reports")).isNull();
		assertThat(mounts.find("scans")).isEqualTo("scans");
	}

	@Test
	void directoriesThatNameNoneAreInTheOneWithoutPrefixOrInTheOnlyOne() {
		assertThat(mounts("fusemount.mount-point=/srv/a", "fusemount.mounts.b.mount-point=/srv/b").find(""))
			.isEqualTo("default");
		assertThat(mounts("fusemount.mounts.b.mount-point=/srv/b").find("")).isEqualTo("b");
		assertThatExceptionOfType(UnknownMountException.class).isThrownBy(
				() -> mounts("fusemount.mounts.b.mount-point=/srv/b", "fusemount.mounts.c.mount-point=/srv/c").find(""))
			.withMessage("it names no mount, and there are several: 'b', 'c'")
			.returns("Name one, @FuseMount(mount = \"b\"), or set fusemount.mount-point for directories that name none",
					UnknownMountException::fix);
	}

	@Test
	void directoriesCannotBeInOneThatThereIsNot() {
		assertThatExceptionOfType(UnknownMountException.class)
			.isThrownBy(() -> mounts("fusemount.mount-point=/srv/a", "fusemount.mounts.b.mount-point=/srv/b").find("x"))
			.withMessage("there is no mount 'x', only 'default', 'b'")
			.returns("Set fusemount.mounts.x.mount-point, or name an existing one: @FuseMount(mount = \"default\")",
					UnknownMountException::fix);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					fusemount.name=b                          | Two mounts are named 'b'
					fusemount.mounts.b.mount-point=/srv/a     | The mount point /srv/a of 'b' is also the mount point of 'default'
					fusemount.mounts.b.mount-point=/srv/x/../a| The mount point /srv/a of 'b' is also the mount point of 'default'
					fusemount.mounts.b.mount-point=/srv/a/b   | The mount point /srv/a/b of 'b' is below the mount point /srv/a of 'default'
					fusemount.mounts.b.mount-point=/srv       | The mount point /srv of 'b' is above the mount point /srv/a of 'default'
					fusemount.mounts.b.spool.directory=/var/a | The spool directory /var/a of 'b' is also the spool directory of 'default'
					fusemount.mounts.b.spool.directory=/var/a/b| The spool directory /var/a/b of 'b' is below the spool directory /var/a of 'default'
					fusemount.mounts.b.spool.directory=/srv/a/s| The spool directory /srv/a/s of 'b' is below the mount point /srv/a of 'default'
					fusemount.mounts.b.mount-point=/var       | The spool directory /var/a of 'default' is below the mount point /var of 'b'
					fusemount.mounts.c.umask=077              | The mount 'c' has no mount point
					""")
	void thoseThatTakeThePlaceOfEachOtherAreRefused(String property, String words) {
		ConfigurableEnvironment environment = environment(Map.of(), "fusemount.mount-point=/srv/a",
				"fusemount.spool.directory=/var/a", "fusemount.mounts.b.mount-point=/srv/b",
				"fusemount.mounts.b.spool.directory=/var/b");
		String[] pair = property.split("=", 2);
		environment.getPropertySources().addFirst(new MapPropertySource("first", Map.of(pair[0], pair[1])));
		assertThatExceptionOfType(MountConfigurationException.class).isThrownBy(() -> mounts(environment))
			.withMessage(words)
			.satisfies((ex) -> assertThat(ex.waysOut()).isNotEmpty());
	}

	@Test
	void oneSpoolForTwoIsRefusedWhereverItIsSet() {
		assertThatExceptionOfType(MountConfigurationException.class)
			.isThrownBy(() -> mounts("fusemount.spool.directory=/var/a", "fusemount.mounts.b.mount-point=/srv/b",
					"fusemount.mounts.c.mount-point=/srv/c"))
			.withMessageContaining("is also the spool directory of")
			.satisfies((ex) -> assertThat(ex.waysOut()).anyMatch((way) -> way
				.matches("Set fusemount\\.mounts\\.[bc]\\.spool\\.directory to a directory of its own\\.")));
		assertThat(mounts("fusemount.spool.directory=/var/a", "fusemount.mounts.b.mount-point=/srv/b").mounted())
			.singleElement()
			.returns("/var/a", (mount) -> mount.properties().spool().directory());
	}

	@Test
	void aMountPointBehindASymbolicLinkIsSeenToBeTheSame(@TempDir Path directory) throws IOException {
		Files.createDirectory(directory.resolve("real"));
		Files.createSymbolicLink(directory.resolve("link"), directory.resolve("real"));
		assertThatExceptionOfType(MountConfigurationException.class)
			.isThrownBy(() -> mounts("fusemount.mount-point=" + directory.resolve("real/a"),
					"fusemount.mounts.b.mount-point=" + directory.resolve("link/a")))
			.withMessageContaining("is also the mount point of 'default'");
	}

	@ParameterizedTest
	@ValueSource(strings = { "umask=9", "executor.readers=40", "cache.time-to-live=-1s" })
	void aValueThatIsRefusedHasTheNameOfItsMount(String property) {
		String[] pair = property.split("=", 2);
		assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class)
			.isThrownBy(() -> mounts("fusemount.mounts.b.mount-point=/srv/b", "fusemount.mounts.b." + property))
			.returns("fusemount.mounts.b." + pair[0], InvalidConfigurationPropertyValueException::getName);
		assertThatExceptionOfType(BindException.class)
			.isThrownBy(() -> mounts("fusemount.mounts.b.mount-point=/srv/b", "fusemount.mounts.b.read-only=perhaps"))
			.satisfies((ex) -> assertThat(ex.getName()).hasToString("fusemount.mounts.b.read-only"));
	}

	@Test
	void whetherThereIsAnyIsKnownBeforeThereAreBeans() {
		assertThat(ConfiguredMounts.areIn(environment(Map.of()))).isFalse();
		assertThat(ConfiguredMounts.areIn(environment(Map.of(), "fusemount.mounts.b.mount-point="))).isFalse();
		assertThat(ConfiguredMounts.areIn(environment(Map.of(), "fusemount.mounts.b.mount-point=/srv/b"))).isTrue();
		assertThat(ConfiguredMounts.areIn(environment(Map.of("FUSEMOUNT_MOUNTS_B_MOUNTPOINT", "/b")))).isTrue();
		assertThat(ConfiguredMounts.areIn(environment(Map.of(), "fusemount.mount-point=/srv/a"))).isTrue();
	}

}
