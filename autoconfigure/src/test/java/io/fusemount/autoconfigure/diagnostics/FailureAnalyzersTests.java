package io.fusemount.autoconfigure.diagnostics;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

import io.fusemount.annotation.FuseMount;
import io.fusemount.autoconfigure.FuseMountAutoConfiguration;
import io.fusemount.autoconfigure.fixture.FakeTransport;
import io.fusemount.autoconfigure.fixture.OneFileDirectory;
import io.fusemount.core.filesystem.FileSystemSpool;
import io.fusemount.core.mount.MountException;
import io.fusemount.data.jpa.mapping.MappingException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.io.support.SpringFactoriesLoader;

import static org.assertj.core.api.Assertions.assertThat;

class FailureAnalyzersTests {

	@TempDir
	private Path spool;

	@ParameterizedTest
	@EnumSource
	void showsAWayOutOfEachFailureToMount(MountException.Reason reason) {
		FailureAnalysis analysis = analyze(new MountException(reason, "What happened"));
		assertThat(analysis).isNotNull();
		assertThat(analysis.getDescription()).isEqualTo("The filesystem could not be mounted: What happened.");
		assertThat(analysis.getAction()).startsWith("Consider the following:\n\n  - ")
			.endsWith("To run without it, set fusemount.enabled=false.");
		assertThat(String.valueOf(analysis.getAction()).lines().skip(2)).hasSizeGreaterThanOrEqualTo(2)
			.allMatch((line) -> line.startsWith("  - ") && line.endsWith("."));
	}

	@ParameterizedTest
	@CsvSource(textBlock = """
			NO_FUSE_DEVICE,        modprobe fuse
			FUSE_DEVICE_DENIED,    keeps the mode of the device
			NO_LIBFUSE,            apt-get install libfuse2
			NO_FUSERMOUNT,         apt-get install fuse3
			NO_NATIVE_CODE,        java.io.tmpdir
			MOUNT_POINT_MISSING,   fusemount.create-mount-point=true
			MOUNT_POINT_NOT_EMPTY, empty directory
			MOUNT_POINT_IN_USE,    fusermount -u
			MOUNT_POINT_DENIED,    owner of the mount point
			ALLOW_OTHER_REFUSED,   user_allow_other
			NOT_PERMITTED,         setuid
			SPOOL_UNUSABLE,        mode 700
			SPOOL_UNUSABLE,        StateDirectory=NAME
			SPOOL_IN_USE,          fusemount.spool.directory of its own
			""")
	void namesWhatHelps(MountException.Reason reason, String help) {
		FailureAnalysis analysis = analyze(new MountException(reason, "What happened"));
		assertThat(analysis).isNotNull();
		assertThat(analysis.getAction()).contains(help);
	}

	@Test
	void findsTheReasonOfAFailedStart() {
		FakeTransport transport = new FakeTransport();
		transport.failure = new MountException(MountException.Reason.NO_LIBFUSE, "libfuse 2 was not found");
		assertStartAnalysed("The filesystem could not be mounted: libfuse 2 was not found.",
				new ApplicationContextRunner().withBean(FakeTransport.class, () -> transport));
	}

	@Test
	void explainsDirectoriesThatDoNotFitTogether() {
		assertStartAnalysed(
				"A directory cannot be mounted as it is declared: Two directories have the path 'reports/today'.",
				new ApplicationContextRunner().withBean(FakeTransport.class)
					.withBean("one", OneFileDirectory.class)
					.withBean("other", OneFileDirectory.class));
	}

	@Test
	void explainsThatADirectoryOfCodeHasNoConditionsOnRows() {
		assertStartAnalysed("A directory cannot be mounted as it is declared: The bean 'guarded' cannot have the "
				+ "conditions readable and writable, which are about rows of a repository: a Directory tells by "
				+ "audiences() who sees what.",
				new ApplicationContextRunner().withBean(FakeTransport.class).withBean("guarded", Guarded.class));
	}

	@FuseMount(value = "guarded", readable = "e.open = true")
	static class Guarded extends OneFileDirectory {

	}

	@Test
	void explainsMountsThatDoNotFitTogether() {
		ApplicationContextRunner application = new ApplicationContextRunner().withBean(FakeTransport.class)
			.withPropertyValues("fusemount.mounts.reports.mount-point=/srv/files/reports");
		assertStartAnalysed("The mounts conflict: The mount point /srv/files/reports of 'reports' is below the "
				+ "mount point /srv/files of 'default'.", application);
	}

	@Test
	void explainsADirectoryInAMountThatThereIsNot() {
		assertStartAnalysed(
				"The directory of the bean 'stray' can be in no mount: there is no mount 'reports', only "
						+ "'default'.",
				new ApplicationContextRunner().withBean(FakeTransport.class).withBean("stray", Stray.class));
	}

	@Test
	void explainsASpoolThatAnotherMountHas() throws IOException {
		try (FileSystemSpool other = FileSystemSpool.open(this.spool)) {
			assertStartAnalysed(
					"The filesystem could not be mounted: The spool directory " + other.directory()
							+ " is in use by another process or mount.",
					new ApplicationContextRunner().withBean(FakeTransport.class));
		}
	}

	@Test
	void explainsASpoolBelowTheMountPoint() {
		this.spool = Path.of("/srv/files/.spool");
		assertStartAnalysed(
				"The filesystem could not be mounted: The spool directory /srv/files/.spool is below the mount point "
						+ "/srv/files, which it serves.",
				new ApplicationContextRunner().withBean(FakeTransport.class));
	}

	@Test
	void explainsAnInvalidUser() {
		assertStartAnalysed("fusemount.uid",
				new ApplicationContextRunner().withBean(FakeTransport.class).withPropertyValues("fusemount.uid=-5"));
	}

	@Test
	void explainsAllRepositoriesThatCanNotBeMountedAtOnce() {
		MappingException failure = new MappingException(Runnable.class, String.class, "chars", "is of type char[]",
				"Make it String");
		failure
			.addSuppressed(new MappingException(Comparable.class, Long.class, null, "is abstract", "Derive from it"));
		FailureAnalysis analysis = Objects.requireNonNull(analyze(failure));
		assertThat(analysis.getDescription()).isEqualTo("""
				These repositories cannot be mounted:

				    java.lang.Runnable:
				        java.lang.String.chars is of type char[].

				    java.lang.Comparable:
				        java.lang.Long is abstract.""");
		assertThat(analysis.getAction()).isEqualTo("""
				Consider the following:

				  - Runnable: Make it String.
				  - Comparable: Derive from it.
				  - If a repository holds no files, remove @FuseMount from it, or set exported = false.""");
	}

	@Test
	void explainsAnInvalidProperty() {
		assertStartAnalysed("fusemount.umask",
				new ApplicationContextRunner().withBean(FakeTransport.class).withPropertyValues("fusemount.umask=9"));
	}

	@FuseMount(mount = "reports")
	static class Stray extends OneFileDirectory {

	}

	private void assertStartAnalysed(String description, ApplicationContextRunner runner) {
		runner.withConfiguration(AutoConfigurations.of(FuseMountAutoConfiguration.class))
			.withPropertyValues("fusemount.mount-point=/srv/files", "fusemount.spool.directory=" + this.spool)
			.run((context) -> {
				assertThat(context).hasFailed();
				FailureAnalysis analysis = analyze(context.getStartupFailure());
				assertThat(analysis).isNotNull();
				assertThat(analysis.getDescription()).contains(description);
			});
	}

	private static @Nullable FailureAnalysis analyze(@Nullable Throwable failure) {
		List<FailureAnalyzer> analyzers = SpringFactoriesLoader.forDefaultResourceLocation()
			.load(FailureAnalyzer.class, (type, name, ex) -> {
			});
		return analyzers.stream()
			.map((analyzer) -> (failure != null) ? analyzer.analyze(failure) : null)
			.filter((analysis) -> analysis != null)
			.findFirst()
			.orElse(null);
	}

}
