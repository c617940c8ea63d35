package io.fusemount.autoconfigure.properties;

import java.time.Duration;

import io.fusemount.core.mount.MountPlan;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Configuration properties shared by all mounts. {@code fusemount.mounts} is read by
 * {@link ConfiguredMounts}.
 *
 * @param enabled Whether repositories are exposed as a filesystem.
 * @param name Name of the mount in the mount table, in metrics, health and the actuator
 * endpoint.
 * @param transport Transport that passes on the operations of programs: the kernel's own
 * protocol (linux, the choice of auto on Linux), or libfuse 2 (jnr).
 * @param ioUring Whether requests come by io_uring where the kernel offers that
 * (enable_uring of its module fuse, Linux 6.14).
 * @param passthrough Whether the kernel itself reads content that is on the local disk
 * and that programs cannot change (Linux 6.9, CAP_SYS_ADMIN).
 * @param takeover Whether the next process takes the mount over, so that programs only
 * wait while the application restarts.
 * @param takeoverTimeout Time that a process waits for another one, which it asks for the
 * mount, to finish operations in progress.
 */
@ConfigurationProperties("fusemount")
public record FuseMountProperties(@DefaultValue("true") boolean enabled,
		@DefaultValue(MountPlan.DEFAULT_NAME) String name, @DefaultValue("auto") TransportChoice transport,
		@DefaultValue("auto") IoUringChoice ioUring, @DefaultValue("auto") PassthroughChoice passthrough,
		@DefaultValue("auto") TakeoverChoice takeover, @DefaultValue("60s") Duration takeoverTimeout) {

	private static final String NAMES = "[A-Za-z0-9._-]+";

	public FuseMountProperties {
		requireName("fusemount.name", name);
		Requirement.that(!takeoverTimeout.isNegative() && !takeoverTimeout.isZero(), "fusemount.takeover-timeout",
				takeoverTimeout, "A process cannot leave its mount within no time.");
	}

	static void requireName(String property, String name) {
		Requirement.that(name.matches(NAMES), property, name,
				"A name consists of letters, digits, dots, hyphens and underscores.");
	}

}
