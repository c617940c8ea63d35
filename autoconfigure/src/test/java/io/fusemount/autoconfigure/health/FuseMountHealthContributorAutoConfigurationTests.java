package io.fusemount.autoconfigure.health;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;

import io.fusemount.autoconfigure.FuseMountAutoConfiguration;
import io.fusemount.autoconfigure.fixture.FakeTransport;
import io.fusemount.autoconfigure.fixture.LostFeed;
import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.limit.Demand;
import io.fusemount.core.mount.MountException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@ExtendWith(OutputCaptureExtension.class)
class FuseMountHealthContributorAutoConfigurationTests {

	@TempDir
	private Path spool;

	private final FakeTransport transport = new FakeTransport();

	private ApplicationContextRunner runner() {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(FuseMountAutoConfiguration.class,
					FuseMountHealthContributorAutoConfiguration.class))
			.withBean(FakeTransport.class, () -> this.transport)
			.withPropertyValues("fusemount.mount-point=/srv/files", "fusemount.name=files", "fusemount.fail-fast=false",
					"fusemount.spool.directory=" + this.spool);
	}

	private static Health health(ApplicationContext context) {
		CompositeHealthContributor mounts = context.getBean("fusemountHealthContributor",
				CompositeHealthContributor.class);
		assertThat(mounts.getContributor("files")).isInstanceOf(HealthIndicator.class);
		Health health = ((HealthIndicator) mounts.getContributor("files")).health();
		assertThat(health).isNotNull();
		return health;
	}

	@Test
	void isUpWhileMounted() {
		runner().run((context) -> {
			assertThat(health(context).getStatus()).isEqualTo(Status.UP);
			assertThat(health(context).getDetails()).containsEntry("mountPoint", "/srv/files")
				.containsEntry("openHandles", 0)
				.doesNotContainKey("failure");
		});
	}

	@Test
	void isDownWithTheReasonIfTheMountFailed() {
		this.transport.failure = new MountException(MountException.Reason.NO_FUSE_DEVICE, "There is no /dev/fuse");
		runner().run((context) -> {
			assertThat(health(context).getStatus()).isEqualTo(Status.DOWN);
			assertThat(health(context).getDetails()).containsEntry("failure", "There is no /dev/fuse");
		});
	}

	@Test
	void isDownWithTheReasonAndAWarningIfSomebodyElseUnmounts(CapturedOutput output) {
		runner().run((context) -> {
			this.transport.unmountFromOutside();
			await().untilAsserted(() -> assertThat(output).contains("'files' is no longer mounted. "
					+ "Somebody has unmounted /srv/files ('fusermount -u' or 'umount'). It stays unmounted until the actuator "
					+ "endpoint 'fusemounts' mounts it (with management.endpoint.fusemounts.access=unrestricted), or "
					+ "the application is restarted"));
			assertThat(health(context).getStatus()).isEqualTo(Status.DOWN);
			assertThat(health(context).getDetails()).containsEntry("failure",
					"Somebody has unmounted /srv/files ('fusermount -u' or 'umount')");
		});
		assertThat(output).doesNotContain("Unmounted 'files'");
	}

	@Test
	void saysThatChangesByOthersAreSeenLateAndIsUp() {
		runner().withBean(LostFeed.class).run((context) -> {
			assertThat(health(context).getStatus()).isEqualTo(Status.UP);
			assertThat(health(context).getDetails()).containsEntry("changeFeed",
					"Changes by others are seen after the time-to-live: " + LostFeed.TROUBLE);
		});
		runner().run((context) -> assertThat(health(context).getDetails()).doesNotContainKey("changeFeed"));
	}

	@Test
	void isOutOfServiceIfThereIsNoRoomToWrite() {
		runner().withPropertyValues("management.health.fusemount.spool-threshold=1000000TB")
			.run((context) -> assertOutOfService(context, "The disk of the spool has only "));
	}

	@Test
	void isOutOfServiceIfTheDatabaseDoesNotAnswer() {
		DatabasePermits permits = new DatabasePermits(2, Duration.ofSeconds(1));
		runner().withBean(DatabasePermits.class, () -> permits)
			.withPropertyValues("management.health.fusemount.database-silence=0ms")
			.run((context) -> {
				permits.call(() -> {
					assertOutOfService(context, "The database has not answered for ");
					return context;
				});
				permits.call(Demand.UPLOAD, () -> {
					assertThat(health(context).getStatus()).as("while something large is stored").isEqualTo(Status.UP);
					return context;
				});
				assertThat(health(context).getStatus()).isEqualTo(Status.UP);
			});
	}

	@Test
	void isOutOfServiceForWhatIsUnsavedForTooLongIfThatIsAsked() throws IOException {
		Path unsaved = Files.createDirectories(this.spool.resolve("unsaved"));
		Files.writeString(unsaved.resolve("%s-1-a.txt".formatted(DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSS'Z'")
			.format(ZonedDateTime.now(ZoneOffset.UTC).minusHours(2)))), "x");
		runner().run((context) -> assertThat(health(context).getStatus()).isEqualTo(Status.UP));
		runner().withPropertyValues("management.health.fusemount.unsaved-for=3h")
			.run((context) -> assertThat(health(context).getStatus()).isEqualTo(Status.UP));
		runner().withPropertyValues("management.health.fusemount.unsaved-for=1h")
			.run((context) -> assertOutOfService(context, "1 files could not be stored, the oldest at "));
	}

	private static void assertOutOfService(ApplicationContext context, String reason) {
		assertThat(health(context).getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
		assertThat(health(context).getDetails().get("failure")).asString().startsWith(reason);
	}

	@Test
	void isSwitchedOffByProperty() {
		runner().withPropertyValues("management.health.fusemount.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean("fusemountHealthContributor"));
	}

	@Test
	void isNotThereWithoutTheHealthModule() {
		new ApplicationContextRunner().withUserConfiguration(ByName.class)
			.withClassLoader(new FilteredClassLoader("org.springframework.boot.health"))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean("fusemountHealthContributor"));
	}

	/**
	 * Imports as an application does, without loading the class beforehand.
	 */
	@ImportAutoConfiguration({ FuseMountAutoConfiguration.class, FuseMountHealthContributorAutoConfiguration.class })
	static class ByName {

	}

}
