package io.fusemount.autoconfigure.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

import io.fusemount.core.cache.ContentCacheStatistics;
import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.mount.Mount;
import io.fusemount.core.mount.TransportSession;
import io.fusemount.core.spool.LocalFiles;
import io.fusemount.core.vfs.VirtualFileSystem;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.jspecify.annotations.Nullable;

/**
 * What can be read off the mounts at any time.
 */
final class MountGauges implements MeterBinder, AutoCloseable {

	private final List<Mount> mounts;

	private final @Nullable DatabasePermits permits;

	private final List<Runnable> removals = new ArrayList<>();

	MountGauges(List<Mount> mounts, @Nullable DatabasePermits permits) {
		this.mounts = mounts;
		this.permits = permits;
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		for (Mount mount : this.mounts) {
			String name = mount.options().name();
			gauge(registry, FuseMountMeters.HANDLES, mount, MountGauges::openHandles, name);
			gauge(registry, FuseMountMeters.UNSAVED_FILES, mount, (each) -> unsaved(each).files(), name);
			gauge(registry, FuseMountMeters.UNSAVED_BYTES, mount, (each) -> unsaved(each).bytes(), name);
			gauge(registry, FuseMountMeters.SCRATCH_FILES, mount, (each) -> scratch(each).files(), name);
			gauge(registry, FuseMountMeters.SCRATCH_BYTES, mount, (each) -> scratch(each).bytes(), name);
			gauge(registry, FuseMountMeters.CACHE_BYTES, mount, (each) -> contentCache(each).bytes(), name);
			counter(registry, FuseMountMeters.CACHE_FETCHED, mount, (each) -> contentCache(each).fetchedBytes(), name);
			gauge(registry, FuseMountMeters.EXECUTOR_ACTIVE, mount, MountGauges::activeWorkers, name);
			if (this.permits != null) {
				gauge(registry, FuseMountMeters.DATABASE_PERMITS, this.permits, DatabasePermits::available, name,
						"available");
				gauge(registry, FuseMountMeters.DATABASE_PERMITS, this.permits, (all) -> all.limit() - all.available(),
						name, "used");
			}
		}
	}

	private <T> void gauge(MeterRegistry registry, FuseMountMeters meter, T source, ToDoubleFunction<T> value,
			String mount, String... tagValues) {
		Meter gauge = Gauge.builder(meter.meterName(), source, value)
			.description(meter.description())
			.baseUnit(meter.unit())
			.tags(meter.tags(mount, tagValues))
			.register(registry);
		this.removals.add(() -> registry.remove(gauge));
	}

	private <T> void counter(MeterRegistry registry, FuseMountMeters meter, T source, ToDoubleFunction<T> value,
			String mount) {
		Meter counter = FunctionCounter.builder(meter.meterName(), source, value)
			.description(meter.description())
			.baseUnit(meter.unit())
			.tags(meter.tags(mount))
			.register(registry);
		this.removals.add(() -> registry.remove(counter));
	}

	private static ContentCacheStatistics contentCache(Mount mount) {
		VirtualFileSystem mounted = mount.fileSystem();
		return (mounted != null) ? mounted.contentCache() : ContentCacheStatistics.NONE;
	}

	private static double openHandles(Mount mount) {
		VirtualFileSystem mounted = mount.fileSystem();
		return (mounted != null) ? mounted.openHandles() : 0;
	}

	private static LocalFiles scratch(Mount mount) {
		VirtualFileSystem mounted = mount.fileSystem();
		return (mounted != null) ? mounted.scratch() : LocalFiles.NONE;
	}

	private static LocalFiles unsaved(Mount mount) {
		VirtualFileSystem mounted = mount.fileSystem();
		return (mounted != null) ? mounted.unsaved() : LocalFiles.NONE;
	}

	private static double activeWorkers(Mount mount) {
		TransportSession session = mount.session();
		return (session != null) ? session.activeWorkers() : 0;
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
