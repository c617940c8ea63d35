package io.fusemount.autoconfigure.health;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.mount.Mount;
import io.fusemount.core.mount.MountState;
import io.fusemount.core.vfs.FileSystemStatistics;
import io.fusemount.core.vfs.VirtualFileSystem;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Health of one mount, from what the application knows of it: {@code DOWN} if it is not
 * mounted, {@code OUT_OF_SERVICE} if programs get nowhere with it. It never looks at the
 * mount point itself: with every worker busy, the check would wait for the very service
 * whose health it asks.
 */
final class MountHealthIndicator implements HealthIndicator {

	private final Mount mount;

	private final MountHealthProperties limits;

	private final @Nullable DatabasePermits permits;

	MountHealthIndicator(Mount mount, MountHealthProperties limits, @Nullable DatabasePermits permits) {
		this.mount = mount;
		this.limits = limits;
		this.permits = permits;
	}

	@Override
	public Health health() {
		MountState state = this.mount.state();
		Health.Builder health = (state == MountState.MOUNTED) ? Health.up() : Health.down();
		health.withDetail("mountPoint", this.mount.options().mountPoint().toString()).withDetail("state", state);
		VirtualFileSystem mounted = this.mount.fileSystem();
		if (mounted != null) {
			health.withDetail("openHandles", mounted.openHandles());
			String trouble = trouble(mounted);
			if (state == MountState.MOUNTED && trouble != null) {
				health.outOfService().withDetail("failure", trouble);
			}
		}
		RuntimeException failure = this.mount.failure();
		if (failure != null) {
			health.withDetail("failure", String.valueOf(failure.getMessage()));
		}
		return health.build();
	}

	private @Nullable String trouble(VirtualFileSystem mounted) {
		Duration silence = (this.permits != null) ? this.permits.oldestWork() : Duration.ZERO;
		if (silence.compareTo(this.limits.databaseSilence()) > 0) {
			return "The database has not answered for " + silence.toSeconds() + " s";
		}
		FileSystemStatistics disk = mounted.statistics();
		long free = disk.freeBlocks() * disk.blockSize();
		if (free < this.limits.spoolThreshold().toBytes()) {
			return "The disk of the spool has only %d MB free, less than %d MB".formatted(free >> 20,
					this.limits.spoolThreshold().toMegabytes());
		}
		Instant since = mounted.unsavedSince();
		if (since != null && since.plus(this.limits.unsavedFor()).isBefore(Instant.now())) {
			return "%d files could not be stored, the oldest at %s: they are in .fusemount/unsaved"
				.formatted(mounted.unsaved().files(), since.truncatedTo(ChronoUnit.SECONDS));
		}
		return null;
	}

}
