package io.fusemount.autoconfigure.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.mount.Channel;
import io.fusemount.core.mount.Mount;
import io.fusemount.core.mount.MountOptions;
import io.fusemount.core.mount.MountState;
import io.fusemount.core.mount.Takeover;
import io.fusemount.core.mount.TransportSession;
import io.fusemount.core.node.Quotas;
import io.fusemount.core.supervision.Supervision;
import io.fusemount.core.supervision.UnsavedListing;
import io.fusemount.core.vfs.FileSystemStatistics;
import io.fusemount.core.vfs.VirtualFileSystem;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.jspecify.annotations.Nullable;

/**
 * Gauges of the mounts that can be read at any time.
 */
final class MountGauges implements MeterBinder, AutoCloseable {

	private final List<Mount> mounts;

	private final Function<String, MountLimits> limits;

	private final @Nullable DatabasePermits permits;

	private final Function<String, Map<String, List<Quotas>>> quotas;

	private final List<Runnable> removals = new ArrayList<>();

	/**
	 * Creates the gauges.
	 * @param quotas returns the quotas of a mount by the paths of their directories
	 */
	MountGauges(List<Mount> mounts, Function<String, MountLimits> limits, @Nullable DatabasePermits permits,
			Function<String, Map<String, List<Quotas>>> quotas) {
		this.mounts = mounts;
		this.limits = limits;
		this.permits = permits;
		this.quotas = quotas;
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		for (Mount mount : this.mounts) {
			String name = mount.options().name();
			gauge(registry, FuseMountMeters.MOUNTED, mount, (each) -> isMounted(each) ? 1 : 0, name);
			gauge(registry, FuseMountMeters.TAKEOVER_WAITED, mount, MountGauges::waitedSeconds, name);
			gauge(registry, FuseMountMeters.HANDLES, mount, ifMounted(Supervision::openHandles), name);
			// A gauge holds its object only weakly, so the object is kept here.
			MountLimits limit = this.limits.apply(name);
			gauge(registry, FuseMountMeters.HANDLES_LIMIT, mount, (each) -> limit.handles(), name);
			gauge(registry, FuseMountMeters.NEW_FILES, mount, ifMounted(Supervision::newFiles), name);
			gauge(registry, FuseMountMeters.NEW_FILES_LIMIT, mount, (each) -> limit.newFiles(), name);
			gauge(registry, FuseMountMeters.UNSAVED_LIMIT, mount, (each) -> limit.unsavedBytes(), name);
			bindUnsaved(registry, mount);
			this.quotas.apply(name)
				.forEach((path, all) -> gauge(registry, FuseMountMeters.QUOTA_FULLEST, mount, (each) -> fullest(all),
						name, path));
			gauge(registry, FuseMountMeters.SCRATCH_FILES, mount, ifMounted((files) -> files.scratch().files()), name);
			gauge(registry, FuseMountMeters.SCRATCH_BYTES, mount, ifMounted((files) -> files.scratch().bytes()), name);
			gauge(registry, FuseMountMeters.SPOOL_FREE, mount, ofFileSystem(MountGauges::freeBytes), name);
			gauge(registry, FuseMountMeters.SPOOL_SIZE, mount, ofFileSystem(MountGauges::totalBytes), name);
			gauge(registry, FuseMountMeters.CACHE_BYTES, mount, ifMounted((files) -> files.contentCache().bytes()),
					name);
			gauge(registry, FuseMountMeters.CACHE_LIMIT, mount, ifMounted((files) -> files.contentCache().size()),
					name);
			counter(registry, FuseMountMeters.CACHE_READS, mount, ifMounted((files) -> files.contentCache().hits()),
					name, "hit");
			counter(registry, FuseMountMeters.CACHE_READS, mount, ifMounted((files) -> files.contentCache().misses()),
					name, "miss");
			counter(registry, FuseMountMeters.INVALIDATIONS, mount, ifMounted(Supervision::invalidations), name);
			gauge(registry, FuseMountMeters.FEED_LOST, mount, ifMounted(MountGauges::feedLost), name);
			counter(registry, FuseMountMeters.CACHE_FETCHED, mount,
					ifMounted((files) -> files.contentCache().fetchedBytes()), name);
			gauge(registry, FuseMountMeters.EXECUTOR_ACTIVE, mount, ofSession(TransportSession::activeWorkers), name);
			gauge(registry, FuseMountMeters.EXECUTOR_WAITING, mount, ofSession(TransportSession::waitingWorkers), name);
			gauge(registry, FuseMountMeters.EXECUTOR_STORING, mount, ofSession(TransportSession::storingWorkers), name);
			gauge(registry, FuseMountMeters.EXECUTOR_LIMIT, mount.options(), MountOptions::workers, name);
			gauge(registry, FuseMountMeters.IO_URING, mount, ofSession(MountGauges::isByIoUring), name);
			gauge(registry, FuseMountMeters.NODES, mount, ofSession((session) -> session.kernelUse().nodes()), name);
			counter(registry, FuseMountMeters.PASSTHROUGH_OPENS, mount,
					ofSession((session) -> session.kernelUse().passthroughOpens()), name);
			if (this.permits != null) {
				bind(registry, this.permits, name);
			}
		}
	}

	private static int isByIoUring(TransportSession session) {
		Channel channel = session.channel();
		return (channel != null && channel.is(Channel.IO_URING)) ? 1 : 0;
	}

	private void bindUnsaved(MeterRegistry registry, Mount mount) {
		UnsavedReading reading = new UnsavedReading(System::nanoTime);
		bindUnsaved(registry, FuseMountMeters.UNSAVED_FILES, mount, reading, UnsavedListing::files);
		bindUnsaved(registry, FuseMountMeters.UNSAVED_BYTES, mount, reading, UnsavedListing::bytes);
		bindUnsaved(registry, FuseMountMeters.UNSAVED_AGE, mount, reading, MountGauges::unsavedSeconds);
	}

	private void bindUnsaved(MeterRegistry registry, FuseMountMeters meter, Mount mount, UnsavedReading reading,
			ToDoubleFunction<UnsavedListing> value) {
		gauge(registry, meter, mount, ifMounted((files) -> {
			UnsavedListing unsaved = reading.of(meter, files::unsaved);
			return (unsaved.failure() != null) ? Double.NaN : value.applyAsDouble(unsaved);
		}), mount.options().name());
	}

	private void bind(MeterRegistry registry, DatabasePermits all, String mount) {
		gauge(registry, FuseMountMeters.DATABASE_PERMITS, all, DatabasePermits::available, mount, "available");
		gauge(registry, FuseMountMeters.DATABASE_PERMITS, all, (each) -> each.limit() - each.available(), mount,
				"used");
		gauge(registry, FuseMountMeters.DATABASE_PERMITS_WAITING, all, DatabasePermits::waiting, mount);
		gauge(registry, FuseMountMeters.COMMITS_UNANSWERED_AGE, all.unansweredCommits(),
				(commits) -> seconds(commits.oldest()), mount);
		FuseMountMeters wait = FuseMountMeters.DATABASE_PERMITS_WAIT;
		add(registry,
				FunctionTimer
					.builder(wait.meterName(), all, DatabasePermits::granted, DatabasePermits::waitedNanos,
							TimeUnit.NANOSECONDS)
					.description(wait.description())
					.tags(wait.tags(mount))
					.register(registry));
	}

	private void add(MeterRegistry registry, Meter meter) {
		this.removals.add(() -> registry.remove(meter));
	}

	private <T> void gauge(MeterRegistry registry, FuseMountMeters meter, T source, ToDoubleFunction<T> value,
			String mount, String... tagValues) {
		add(registry,
				Gauge.builder(meter.meterName(), source, value)
					.description(meter.description())
					.baseUnit(meter.unit())
					.tags(meter.tags(mount, tagValues))
					.register(registry));
	}

	private <T> void counter(MeterRegistry registry, FuseMountMeters meter, T source, ToDoubleFunction<T> value,
			String mount, String... tagValues) {
		add(registry,
				FunctionCounter.builder(meter.meterName(), source, value)
					.description(meter.description())
					.baseUnit(meter.unit())
					.tags(meter.tags(mount, tagValues))
					.register(registry));
	}

	/**
	 * Returns a function that reads a figure of a filesystem, and 0 while the filesystem
	 * is not mounted.
	 */
	private static ToDoubleFunction<Mount> ifMounted(ToDoubleFunction<Supervision> value) {
		return ofFileSystem((mounted) -> value.applyAsDouble(mounted.supervision()));
	}

	private static ToDoubleFunction<Mount> ofFileSystem(ToDoubleFunction<VirtualFileSystem> value) {
		return (mount) -> {
			VirtualFileSystem mounted = mount.fileSystem();
			return (mounted != null) ? value.applyAsDouble(mounted) : 0;
		};
	}

	private static double fullest(List<Quotas> quotas) {
		return quotas.stream().mapToDouble(Quotas::fullest).max().orElse(0);
	}

	private static boolean isMounted(Mount mount) {
		return (mount.state() == MountState.MOUNTED || mount.departure() != null) && mount.failure() == null;
	}

	private static double waitedSeconds(Mount mount) {
		Takeover takeover = Takeover.of(mount);
		return (takeover != null) ? seconds(takeover.waited()) : 0;
	}

	private static double freeBytes(VirtualFileSystem files) {
		FileSystemStatistics statistics = files.statistics();
		return (double) statistics.freeBlocks() * statistics.blockSize();
	}

	private static double feedLost(Supervision files) {
		return (files.changeFeed() != null) ? 1 : 0;
	}

	private static double unsavedSeconds(UnsavedListing unsaved) {
		Instant since = unsaved.oldest();
		return (since != null) ? Math.max(0, seconds(Duration.between(since, Instant.now()))) : 0;
	}

	private static double seconds(Duration time) {
		return time.toMillis() / 1000.0;
	}

	private static double totalBytes(VirtualFileSystem files) {
		FileSystemStatistics statistics = files.statistics();
		return (double) statistics.blocks() * statistics.blockSize();
	}

	private static ToDoubleFunction<Mount> ofSession(ToDoubleFunction<TransportSession> workers) {
		return (mount) -> {
			TransportSession session = mount.session();
			return (session != null) ? workers.applyAsDouble(session) : 0;
		};
	}

	/**
	 * Removes the meters.
	 */
	@Override
	public void close() {
		this.removals.forEach(Runnable::run);
		this.removals.clear();
	}

}
