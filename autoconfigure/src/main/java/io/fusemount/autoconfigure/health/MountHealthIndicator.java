package io.fusemount.autoconfigure.health;

import io.fusemount.core.mount.Departure;
import io.fusemount.core.mount.Mount;
import io.fusemount.core.mount.MountState;
import io.fusemount.core.mount.Takeover;
import io.fusemount.core.supervision.Supervision;
import io.fusemount.core.vfs.VirtualFileSystem;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Health of one mount, from what the application knows about it: {@code DOWN} if it is
 * not mounted, unless another process has taken it over, {@code OUT_OF_SERVICE} if
 * programs make no progress with it. A mount that some processes do not see, or that
 * receives changes late, is {@code UP}, with a detail that says so. The indicator never
 * accesses the mount point itself: with every worker busy, the check would wait for the
 * very service that it examines.
 */
final class MountHealthIndicator implements HealthIndicator {

	private final Mount mount;

	MountHealthIndicator(Mount mount) {
		this.mount = mount;
	}

	@Override
	public Health health() {
		MountState state = this.mount.state();
		RuntimeException failure = this.mount.failure();
		boolean there = state == MountState.MOUNTED && failure == null;
		Departure departure = this.mount.departure();
		Health.Builder health = (there || departure != null && failure == null) ? Health.up() : Health.down();
		health.withDetail("mountPoint", this.mount.options().mountPoint().toString()).withDetail("state", state);
		Takeover takeover = Takeover.of(this.mount);
		if (takeover != null) {
			health.withDetail("takenOver", "from %s at %s, programs have waited for %d ms".formatted(takeover.from(),
					takeover.served(), takeover.waited().toMillis()));
		}
		if (departure != null) {
			health.withDetail("handedOver", "to process %d at %s".formatted(departure.process(), departure.at()));
		}
		VirtualFileSystem mounted = this.mount.fileSystem();
		if (mounted != null) {
			describe(health, mounted.supervision(), there);
		}
		if (failure != null) {
			health.withDetail("failure", String.valueOf(failure.getMessage()));
		}
		return health.build();
	}

	private static void describe(Health.Builder health, Supervision supervision, boolean there) {
		health.withDetail("openHandles", supervision.openHandles());
		String trouble = supervision.trouble();
		if (there && trouble != null) {
			health.outOfService().withDetail("failure", trouble);
		}
		String visibility = supervision.visibility();
		if (visibility != null) {
			health.withDetail("visibility", visibility);
		}
		String changeFeed = supervision.changeFeed();
		if (changeFeed != null) {
			health.withDetail("changeFeed", changeFeed);
		}
	}

}
