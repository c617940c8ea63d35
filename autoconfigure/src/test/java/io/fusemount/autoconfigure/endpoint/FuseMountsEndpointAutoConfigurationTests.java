package io.fusemount.autoconfigure.endpoint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

import io.fusemount.autoconfigure.FuseMountAutoConfiguration;
import io.fusemount.autoconfigure.directory.DirectorySource;
import io.fusemount.autoconfigure.fixture.FakeTransport;
import io.fusemount.autoconfigure.fixture.OneFileDirectory;
import io.fusemount.conformance.memory.LimitedDirectory;
import io.fusemount.core.mount.MountException;
import io.fusemount.core.mount.MountRegistry;
import io.fusemount.core.mount.MountState;
import io.fusemount.core.node.QuotaUsage;
import io.fusemount.core.supervision.ContentCacheStatistics;
import io.fusemount.core.supervision.FileTotal;
import io.fusemount.core.vfs.VirtualFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

class FuseMountsEndpointAutoConfigurationTests {

	@TempDir
	private Path spool;

	private final FakeTransport transport = new FakeTransport();

	private ApplicationContextRunner runner() {
		return new ApplicationContextRunner()
			.withConfiguration(
					AutoConfigurations.of(FuseMountAutoConfiguration.class, FuseMountsEndpointAutoConfiguration.class))
			.withBean(FakeTransport.class, () -> this.transport)
			.withBean(OneFileDirectory.class)
			.withPropertyValues("fusemount.mount-point=/srv/files", "fusemount.name=files", "fusemount.fail-fast=false",
					"fusemount.spool.directory=" + this.spool, "management.endpoints.web.exposure.include=fusemounts");
	}

	@Test
	void listsTheMountsAndTheirDirectories() {
		runner().run((context) -> {
			MountDescriptor mount = context.getBean(FuseMountsEndpoint.class).mounts().mounts().get("files");
			assertThat(mount).isNotNull();
			assertThat(mount.mountPoint()).isEqualTo("/srv/files");
			assertThat(mount.state()).isEqualTo(MountState.MOUNTED);
			assertThat(mount.executor()).isEqualTo(new ExecutorDescriptor(3, 2, 1, 32));
			assertThat(mount.since()).isBetween(Instant.now().minusSeconds(60), Instant.now());
			assertThat(mount.permits()).isNull();
			assertThat(mount.directories()).containsExactly(new DirectoryDescriptor("reports/today",
					OneFileDirectory.class.getName(), null, true, true, null, "made of code", List.of()));
			assertThat(mount.spool()).isNotNull();
			assertThat(mount.spool().directory()).isEqualTo(this.spool.toString());
		});
	}

	@Test
	void tellsOfTheWorkersOfAMountPointThatItMakes() {
		runner()
			.withPropertyValues("fusemount.create-mount-point=true",
					"fusemount.mount-point=" + this.spool.resolveSibling(this.spool.getFileName() + "-files"))
			.run((context) -> {
				MountDescriptor mount = context.getBean(FuseMountsEndpoint.class).mount("files");
				assertThat(mount).isNotNull();
				assertThat(mount.executor()).isEqualTo(new ExecutorDescriptor(3, 2, 1, 32));
			});
	}

	@Test
	void tellsHowMuchCouldNotBeStored() throws IOException {
		Files.writeString(Files.createDirectories(this.spool.resolve("unsaved")).resolve("a.txt"), "12345");
		runner().run((context) -> {
			MountDescriptor mount = context.getBean(FuseMountsEndpoint.class).mount("files");
			assertThat(mount).isNotNull();
			assertThat(mount.unsaved()).isNotNull();
			assertThat(mount.unsaved().files()).isOne();
			assertThat(mount.unsaved().bytes()).isEqualTo(5);
			assertThat(mount.unsaved().oldest()).isNotNull();
			assertThat(mount.scratch()).isEqualTo(FileTotal.NONE);
		});
	}

	@Test
	void tellsWhichQuotasAreTheFullestAsTheyWereMeasured() {
		LimitedDirectory full = new LimitedDirectory("full", 100, QuotaUsage.UNLIMITED);
		LimitedDirectory empty = new LimitedDirectory("empty", 100, 4);
		full.application().put("a", "x".repeat(95));
		runner().withBean("limited", DirectorySource.class, () -> (mount, target) -> {
			target.accept("below/empty", empty);
			target.accept("below/full", full);
		}).run((context) -> {
			FuseMountsEndpoint endpoint = context.getBean(FuseMountsEndpoint.class);
			assertThat(quotas(endpoint)).isEmpty();
			empty.quota(null).usage();
			full.quota(null).usage();
			assertThat(quotas(endpoint)).usingRecursiveFieldByFieldElementComparatorIgnoringFields("measured")
				.containsExactly(new QuotaDescriptor("'full'", 0.95, 95, 100L, 1, null, Instant.EPOCH),
						new QuotaDescriptor("'empty'", 0, 0, 100L, 0, 4L, Instant.EPOCH));
		});
	}

	private static List<QuotaDescriptor> quotas(FuseMountsEndpoint endpoint) {
		return Objects.requireNonNull(endpoint.mount("files")).quotas();
	}

	@Test
	void tellsHowMuchContentMayBeKept() {
		runner().run((context) -> {
			MountDescriptor mount = context.getBean(FuseMountsEndpoint.class).mount("files");
			assertThat(mount).isNotNull();
			assertThat(mount.contentCache()).isEqualTo(new ContentCacheStatistics(0, 1 << 30, 0, 0, 0));
		});
	}

	@Test
	void tellsHowLargeAFileCanBe() {
		runner().withPropertyValues("fusemount.max-file-size=30GB").run((context) -> {
			MountDescriptor mount = context.getBean(FuseMountsEndpoint.class).mount("files");
			assertThat(mount).isNotNull();
			assertThat(mount.maxFileSize()).isEqualTo(30L << 30);
		});
	}

	@Test
	void lessThanTheDiskHasIsLargeEnoughUnlessSomebodySaysMore() throws IOException {
		long disk = this.spool.toFile().getTotalSpace();
		runner().run((context) -> {
			MountDescriptor mount = context.getBean(FuseMountsEndpoint.class).mount("files");
			assertThat(mount).isNotNull();
			assertThat(mount.maxFileSize()).isEqualTo(Math.min(16L << 30, disk));
		});
	}

	@Test
	void knowsNoOtherMount() {
		runner().run((context) -> {
			assertThat(context.getBean(FuseMountsEndpoint.class).mount("other")).isNull();
			WebEndpointResponse<?> response = context.getBean(FuseMountsEndpointWebExtension.class)
				.change("other", "mount", null, null, null, null);
			assertThat(response.getStatus()).isEqualTo(404);
		});
	}

	@Test
	void unmountsAndMountsAgain() {
		runner().run((context) -> {
			FuseMountsEndpoint endpoint = context.getBean(FuseMountsEndpoint.class);
			ChangeDescriptor unmounted = endpoint.change("files", "unmount", null, null, null, null);
			assertThat(unmounted.state()).isEqualTo(MountState.UNMOUNTED);
			MountDescriptor shown = endpoint.mount("files");
			assertThat(shown).isNotNull();
			assertThat(shown.since()).isNull();
			assertThat(shown.directories()).isEmpty();
			assertThat(shown.spool()).isNull();
			assertThat(shown.unsaved()).isNull();
			assertThat(shown.maxFileSize()).isZero();
			assertThat(endpoint.handles("files", 1)).isEqualTo(new HandlesDescriptor(0, List.of()));
			assertThat(endpoint.change("files", "mount", null, null, null, null).state()).isEqualTo(MountState.MOUNTED);
			endpoint.change("files", "unmount", "3s", null, null, null);
			endpoint.change("files", "MOUNT", null, null, null, null);
			endpoint.change("files", "unmount", null, "true", null, null);
			endpoint.change("files", "mount", null, null, null, null);
		});
		assertThat(this.transport.events).containsExactly("mount", "unmount within PT20S", "mount",
				"unmount within PT3S", "mount", "unmount within PT0S", "mount", "unmount within PT20S");
	}

	@Test
	void forgetsWhatIsCached() {
		runner().run((context) -> {
			VirtualFileSystem files = context.getBean(MountRegistry.class).mounts().get(0).fileSystem();
			assertThat(files).isNotNull();
			files.resolve("/reports/today/hello.txt");
			OneFileDirectory directory = context.getBean(OneFileDirectory.class);
			int lookups = directory.lookups;
			context.getBean(FuseMountsEndpoint.class).change("files", "invalidate", null, null, null, null);
			files.resolve("/reports/today/hello.txt");
			assertThat(directory.lookups).isEqualTo(lookups + 1);
		});
	}

	@Test
	void mountsLaterWhatFailedAtFirst() {
		this.transport.failure = new MountException(MountException.Reason.NO_FUSE_DEVICE, "There is no /dev/fuse");
		runner().run((context) -> {
			FuseMountsEndpointWebExtension endpoint = context.getBean(FuseMountsEndpointWebExtension.class);
			WebEndpointResponse<?> failed = endpoint.change("files", "mount", null, null, null, null);
			assertThat(failed.getStatus()).isEqualTo(503);
			assertThat(failed.getBody()).extracting("failure").isEqualTo("There is no /dev/fuse");
			this.transport.failure = null;
			assertThat(endpoint.change("files", "mount", null, null, null, null).getStatus()).isEqualTo(200);
		});
		assertThat(this.transport.events).containsExactly("mount", "unmount within PT20S");
	}

	@Test
	void isNotThereUnlessExposed() {
		runner().withPropertyValues("management.endpoints.web.exposure.include=health")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(FuseMountsEndpoint.class));
	}

	@Test
	void isNotThereWithoutActuator() {
		new ApplicationContextRunner().withUserConfiguration(ByName.class)
			.withClassLoader(new FilteredClassLoader("org.springframework.boot.actuate"))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean("fuseMountsEndpoint"));
	}

	/**
	 * Imports as an application does, without loading the class beforehand.
	 */
	@ImportAutoConfiguration({ FuseMountAutoConfiguration.class, FuseMountsEndpointAutoConfiguration.class })
	static class ByName {

	}

}
