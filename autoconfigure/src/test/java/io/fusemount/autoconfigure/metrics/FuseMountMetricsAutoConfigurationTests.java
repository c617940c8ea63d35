package io.fusemount.autoconfigure.metrics;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

import io.fusemount.autoconfigure.FuseMountAutoConfiguration;
import io.fusemount.autoconfigure.directory.DirectorySource;
import io.fusemount.autoconfigure.fixture.FakeTransport;
import io.fusemount.autoconfigure.fixture.LostFeed;
import io.fusemount.autoconfigure.fixture.OneFileDirectory;
import io.fusemount.conformance.memory.LimitedDirectory;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.mount.MountRegistry;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.operation.Step;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import io.fusemount.core.vfs.VirtualFileSystem;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.CountAtBucket;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class FuseMountMetricsAutoConfigurationTests {

	@TempDir
	private Path spool;

	private final FakeTransport transport = new FakeTransport();

	private final MeterRegistry meters = new SimpleMeterRegistry();

	private ApplicationContextRunner runner() {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(FuseMountAutoConfiguration.class,
					FuseMountMetricsAutoConfiguration.class, MetricsAutoConfiguration.class))
			.withBean(FakeTransport.class, () -> this.transport)
			.withBean(OneFileDirectory.class)
			.withPropertyValues("fusemount.mount-point=/srv/files", "fusemount.name=files",
					"fusemount.spool.directory=" + this.spool);
	}

	private ApplicationContextRunner measured() {
		return runner().withBean(MeterRegistry.class, () -> this.meters);
	}

	@Test
	void timesOperationsByKindAndOutcome() {
		measured().run((context) -> {
			this.transport.dispatcher().dispatch(Operation.GETATTR, "/", () -> 0);
			this.transport.dispatcher().dispatch(Operation.GETATTR, "/", () -> 0);
			assertThatExceptionOfType(ErrnoException.class)
				.isThrownBy(() -> this.transport.dispatcher().dispatch(Operation.GETATTR, "/a", () -> {
					throw new ErrnoException(Errno.ENOENT, "Nothing there");
				}));
			assertThat(operations("success").count()).isEqualTo(2);
			assertThat(operations("ENOENT").count()).isOne();
		});
	}

	@Test
	void operationsAreCountedInBucketsFromFiveMicrosecondsToAMinute() {
		measured().run((context) -> {
			this.transport.dispatcher().dispatch(Operation.GETATTR, "/", () -> 0);
			assertThat(buckets()).hasSize(22)
				.startsWith(5e3, 10e3, 25e3, 50e3, 100e3, 250e3, 500e3, 1e6)
				.endsWith(1e9, 2.5e9, 5e9, 10e9, 30e9, 60e9)
				.isSorted();
		});
	}

	@Test
	void theApplicationCanSetOtherBuckets() {
		measured().withPropertyValues("management.metrics.distribution.slo.fusemount.operations=1ms,1s")
			.run((context) -> {
				this.transport.dispatcher().dispatch(Operation.GETATTR, "/", () -> 0);
				assertThat(buckets()).containsExactly(1e6, 1e9);
			});
	}

	private double[] buckets() {
		return Arrays.stream(operations("success").takeSnapshot().histogramCounts())
			.mapToDouble(CountAtBucket::bucket)
			.toArray();
	}

	@Test
	void showsWhetherItIsMounted() {
		measured().run((context) -> {
			assertThat(this.meters.get("fusemount.mounted").tags("mount", "files").gauge().value()).isOne();
			context.getBean(MountRegistry.class).mounts().get(0).unmount(Duration.ofSeconds(10));
			assertThat(this.meters.get("fusemount.mounted").tags("mount", "files").gauge().value()).isZero();
			assertThat(this.meters.get("fusemount.spool.size").gauge().value()).isZero();
		});
	}

	@Test
	void showsThatAChangeFeedIsLost() {
		measured().withBean(LostFeed.class).run((context) -> assertThat(feedLost()).isOne());
	}

	@Test
	void whereNoChangeFeedIsNoneIsLost() {
		measured().run((context) -> assertThat(feedLost()).isZero());
	}

	private ApplicationContextRunner limited(LimitedDirectory files) {
		return measured().withBean("limited", DirectorySource.class,
				() -> (mount, target) -> target.accept("limited", files));
	}

	@Test
	void showsHowFullTheFullestQuotaIsAsItWasMeasured() {
		LimitedDirectory files = new LimitedDirectory("files", 100, 4);
		limited(files).run((context) -> {
			Gauge fullest = this.meters.get("fusemount.quota.fullest").tags("directory", "limited").gauge();
			// A gauge holds its object only weakly.
			System.gc();
			assertThat(fullest.value()).as("nothing is measured yet").isZero();
			files.application().put("a", "x".repeat(90));
			assertThat(fullest.value()).as("nothing is measured for it").isZero();
			files.quota(null).usage();
			assertThat(fullest.value()).isEqualTo(0.9);
			assertThat(this.meters.find("fusemount.quota.fullest").gauges()).as("one for all quotas").hasSize(1);
		});
	}

	private double feedLost() {
		return this.meters.get("fusemount.feed.lost").tags("mount", "files").gauge().value();
	}

	@Test
	void showsLimitsBesideUses() {
		measured()
			.withPropertyValues("fusemount.handles.max=100", "fusemount.executor.max-workers=5",
					"fusemount.new-files.max=50", "fusemount.unsaved.max-size=3MB")
			.run((context) -> {
				assertThat(this.meters.get("fusemount.new.limit").tags("mount", "files").gauge().value()).isEqualTo(50);
				assertThat(this.meters.get("fusemount.unsaved.limit").tags("mount", "files").gauge().value())
					.isEqualTo(3 << 20);
				assertThat(this.meters.get("fusemount.handles.limit").gauge().value()).isEqualTo(100);
				assertThat(this.meters.get("fusemount.executor.limit").gauge().value()).isEqualTo(5);
				assertThat(this.meters.get("fusemount.spool.free").gauge().value()).isPositive()
					.isLessThanOrEqualTo(this.meters.get("fusemount.spool.size").gauge().value());
			});
	}

	@Test
	void showsHowLongPermitsWereWaitedFor() {
		DatabasePermits permits = new DatabasePermits(1, Duration.ofMillis(20));
		measured().withBean(DatabasePermits.class, () -> permits).run((context) -> {
			permits.call(() -> {
				CompletableFuture<String> other = CompletableFuture.supplyAsync(() -> permits.call(() -> "never"));
				assertThatExceptionOfType(CompletionException.class).isThrownBy(other::join)
					.withCauseInstanceOf(ErrnoException.class);
				return true;
			});
			FunctionTimer wait = this.meters.get("fusemount.database.permits.wait").functionTimer();
			assertThat(wait.count()).isOne();
			assertThat(wait.totalTime(TimeUnit.MILLISECONDS)).isGreaterThanOrEqualTo(20);
			assertThat(this.meters.get("fusemount.database.permits.waiting").gauge().value()).isZero();
		});
	}

	@Test
	void showsTheAgeOfTheOldestCommitThatHasNoAnswer() {
		DatabasePermits permits = new DatabasePermits(1, Duration.ofSeconds(1));
		measured().withBean(DatabasePermits.class, () -> permits).run((context) -> {
			assertThat(unansweredAge()).isZero();
			long now = System.nanoTime();
			permits.unansweredCommits().add("newer", now - Duration.ofSeconds(66).toNanos());
			permits.unansweredCommits().add("older", now - Duration.ofSeconds(70).toNanos());
			assertThat(unansweredAge()).isBetween(70.0, 170.0);
			permits.unansweredCommits().remove("older");
			assertThat(unansweredAge()).isBetween(66.0, 166.0);
			permits.unansweredCommits().remove("newer");
			assertThat(unansweredAge()).isZero();
		});
	}

	private double unansweredAge() {
		return this.meters.get("fusemount.commits.unanswered.age").tags("mount", "files").gauge().value();
	}

	private Timer operations(String outcome) {
		return this.meters.get("fusemount.operations")
			.tags("mount", "files", "operation", "getattr", "outcome", outcome)
			.timer();
	}

	@Test
	void countsBytesByDirection() {
		measured().run((context) -> {
			this.transport.dispatcher().dispatch(Operation.READ, "/a", () -> 100);
			this.transport.dispatcher().dispatch(Operation.WRITE, "/a", () -> 7);
			this.transport.dispatcher().dispatch(Operation.WRITE, "/a", () -> 3);
			assertThat(this.meters.get("fusemount.bytes").tags("direction", "read").counter().count()).isEqualTo(100);
			assertThat(this.meters.get("fusemount.bytes").tags("direction", "write").counter().count()).isEqualTo(10);
		});
	}

	@Test
	void showsHandlesWorkersAndPermits() {
		measured().withBean(DatabasePermits.class, () -> new DatabasePermits(8, Duration.ofSeconds(1)))
			.run((context) -> {
				VirtualFileSystem fileSystem = this.transport.fileSystem();
				fileSystem.open(fileSystem.resolve("/reports/today/hello.txt"), OpenOptions.READ);
				assertThat(this.meters.get("fusemount.handles").tags("mount", "files").gauge().value()).isOne();
				assertThat(this.meters.get("fusemount.executor.active").gauge().value()).isEqualTo(3);
				assertThat(this.meters.get("fusemount.executor.waiting").gauge().value()).isEqualTo(2);
				assertThat(this.meters.get("fusemount.executor.storing").gauge().value()).isEqualTo(1);
				context.getBean(DatabasePermits.class).call(() -> {
					assertThat(permits("used")).isOne();
					assertThat(permits("available")).isEqualTo(7);
					return true;
				});
			});
	}

	@Test
	void showsWhatCouldNotBeStored() throws IOException {
		Files.writeString(Files.createDirectories(this.spool.resolve("unsaved")).resolve("a.txt"), "12345");
		measured().run((context) -> {
			assertThat(this.meters.get("fusemount.unsaved.files").tags("mount", "files").gauge().value()).isOne();
			assertThat(this.meters.get("fusemount.unsaved.bytes").gauge().value()).isEqualTo(5);
		});
	}

	@Test
	void showsWhatStaysLocal() {
		measured().run((context) -> {
			VirtualFileSystem mounted = context.getBean(MountRegistry.class).mounts().get(0).fileSystem();
			assertThat(mounted).isNotNull();
			HandleId handle = mounted.create(mounted.locate("/reports/today/a.tmp"), OpenOptions.READ_WRITE);
			mounted.write(handle, 0, ByteBuffer.allocate(5));
			assertThat(this.meters.get("fusemount.scratch.files").tags("mount", "files").gauge().value()).isOne();
			assertThat(this.meters.get("fusemount.scratch.bytes").gauge().value()).isEqualTo(5);
		});
	}

	@Test
	void countsWhatIsNewTogetherWithWhatStaysLocal() {
		measured().run((context) -> {
			VirtualFileSystem mounted = this.transport.fileSystem();
			mounted.release(mounted.create(mounted.locate("/reports/today/a.tmp"), OpenOptions.READ_WRITE));
			assertThat(this.meters.get("fusemount.new.files").tags("mount", "files").gauge().value()).isOne();
			mounted.delete(mounted.locate("/reports/today/a.tmp"));
			assertThat(this.meters.get("fusemount.new.files").gauge().value()).isZero();
		});
	}

	@Test
	void countsConflictsByTheirEnd() {
		measured().run((context) -> {
			OperationListener listener = context.getBean(MicrometerOperationListeners.class).create("files");
			listener.contentConflicted("/a", null);
			listener.contentConflicted("/b", "/b (conflict)");
			listener.contentConflicted("/c", "/c (conflict)");
			assertThat(this.meters.get("fusemount.conflicts").tags("outcome", "failed").counter().count()).isOne();
			assertThat(this.meters.get("fusemount.conflicts").tags("outcome", "kept-both").counter().count())
				.isEqualTo(2);
		});
	}

	private double permits(String state) {
		return this.meters.get("fusemount.database.permits").tags("state", state).gauge().value();
	}

	@Test
	void removesItsMetersWithTheEndOfTheApplication() {
		measured().run((context) -> {
			this.transport.dispatcher().dispatch(Operation.GETATTR, "/", () -> 0);
			assertThat(this.meters.getMeters()).isNotEmpty();
		});
		assertThat(this.meters.getMeters()).extracting((meter) -> meter.getId().getName())
			.noneMatch((name) -> name.startsWith("fusemount"));
	}

	@Test
	void createsNoMeterThatIsNotDeclared() {
		limited(new LimitedDirectory("files", 100, 4))
			.withBean(DatabasePermits.class, () -> new DatabasePermits(8, Duration.ofSeconds(1)))
			.run((context) -> {
				this.transport.dispatcher().dispatch(Operation.GETATTR, "/", () -> 0);
				for (Step step : Step.values()) {
					run(step, null);
				}
				assertThat(this.meters.getMeters()).extracting(Meter::getId)
					.filteredOn((id) -> id.getName().startsWith("fusemount") && id.syntheticAssociation() == null)
					.extracting(Meter.Id::getName)
					.containsOnly(Arrays.stream(FuseMountMeters.values())
						.map(FuseMountMeters::meterName)
						.toArray(String[]::new));
			});
	}

	@Test
	void timesCommitsByDirectoryAndOutcome() {
		measured().run((context) -> {
			run(Step.COMMIT, OneFileDirectory.KEY);
			assertThatExceptionOfType(ErrnoException.class)
				.isThrownBy(() -> this.transport.dispatcher().steps().run(Step.COMMIT, OneFileDirectory.KEY, () -> {
					throw new ErrnoException(Errno.ESTALE, "Changed meanwhile");
				}));
			assertThat(step("fusemount.commits", "directory", "reports/today", "outcome", "success").count()).isOne();
			assertThat(step("fusemount.commits", "directory", "reports/today", "outcome", "ESTALE").count()).isOne();
		});
	}

	@Test
	void directoriesThatAreNotKnownAtStartAreOneTogether() {
		measured().run((context) -> {
			run(Step.COMMIT, null);
			run(Step.COMMIT, new NodeKey("made", "later"));
			assertThat(step("fusemount.commits", "directory", "other", "outcome", "success").count()).isEqualTo(2);
		});
	}

	@Test
	void timesThePagesOfListings() {
		measured().run((context) -> {
			list("/reports/today");
			list("/reports");
			assertThat(step("fusemount.pages", "directory", "reports/today", "outcome", "success").count()).isOne();
			assertThat(this.meters.find("fusemount.pages").timers()).hasSize(1);
		});
	}

	private void list(String path) {
		VirtualFileSystem mounted = this.transport.fileSystem();
		HandleId handle = mounted.openDirectory(mounted.resolve(path));
		mounted.readDirectory(handle, 0, (name, node, offset) -> true);
		mounted.releaseDirectory(handle);
	}

	@Test
	void countsReadsByWhetherTheirContentWasThere() {
		measured().run((context) -> {
			VirtualFileSystem mounted = this.transport.fileSystem();
			HandleId handle = mounted.open(mounted.resolve("/reports/today/hello.txt"), OpenOptions.READ);
			for (int i = 0; i < 3; i++) {
				assertThat(mounted.read(handle, 0, ByteBuffer.allocate(5))).isEqualTo(5);
			}
			assertThat(reads("miss")).isOne();
			assertThat(reads("hit")).isEqualTo(2);
			assertThat(step("fusemount.fetches", "outcome", "success").count()).isOne();
			assertThat(this.meters.get("fusemount.cache.limit").gauge().value()).isEqualTo(1 << 30);
		});
	}

	private double reads(String result) {
		return this.meters.get("fusemount.cache.reads").tags("result", result).functionCounter().count();
	}

	@Test
	void countsWhatWasForgotten() {
		measured().run((context) -> {
			this.transport.fileSystem().invalidate(new NodeKey("reports", "hello"));
			this.transport.fileSystem().invalidateAll();
			assertThat(this.meters.get("fusemount.invalidations").functionCounter().count()).isEqualTo(2);
		});
	}

	@Test
	void showsTheAgeOfTheOldestFileThatCouldNotBeStored() {
		measured().run((context) -> {
			assertThat(unsavedAge()).isZero();
			Path copy = Files.createDirectories(this.spool.resolve("unsaved")).resolve("a.txt");
			Files.setLastModifiedTime(Files.writeString(copy, "12345"),
					FileTime.from(Instant.now().minus(Duration.ofHours(1))));
			assertThat(unsavedAge()).isBetween(3600.0, 3900.0);
		});
	}

	private double unsavedAge() {
		return this.meters.get("fusemount.unsaved.age").gauge().value();
	}

	private Timer step(String name, String... tags) {
		return this.meters.get(name).tags("mount", "files").tags(tags).timer();
	}

	private void run(Step step, @Nullable NodeKey directory) {
		this.transport.dispatcher().steps().run(step, directory, () -> 0);
	}

	@Test
	void mountsWithoutMicrometer() {
		runner().withClassLoader(new FilteredClassLoader("io.micrometer"))
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean("fuseMountMicrometerOperationListeners"));
		assertThat(this.transport.events).contains("mount");
	}

	@Test
	void mountsWithoutMeterRegistry() {
		runner().run((context) -> assertThat(context).hasNotFailed()
			.doesNotHaveBean("fuseMountMicrometerOperationListeners"));
	}

}
