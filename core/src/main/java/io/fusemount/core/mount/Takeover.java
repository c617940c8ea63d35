package io.fusemount.core.mount;

import java.time.Duration;
import java.time.Instant;

import io.fusemount.core.handover.Notes;
import io.fusemount.core.vfs.VirtualFileSystem;
import org.jspecify.annotations.Nullable;

/**
 * How this process has got a mount from another one.
 *
 * @param process the process that had it
 * @param crashed whether that process has crashed
 * @param left when that process left it; if it has crashed, when this one was started
 * @param served since when programs are served again
 */
public record Takeover(long process, boolean crashed, Instant left, Instant served) {

	/**
	 * Returns how a mount was taken over, {@code null} if this process has mounted it.
	 */
	public static @Nullable Takeover of(Mount mount) {
		VirtualFileSystem mounted = mount.fileSystem();
		Instant since = mount.mountedSince();
		Notes notes = (mounted != null) ? mounted.handover().inherited() : null;
		return (notes != null && since != null) ? new Takeover(notes.process(), notes.isCrash(), notes.left(), since)
				: null;
	}

	/**
	 * Describes the process that had it.
	 */
	public String from() {
		return "process " + this.process + (this.crashed ? " (crashed)" : "");
	}

	/**
	 * Returns how long programs have waited, at least.
	 */
	public Duration waited() {
		return Duration.between(this.left, this.served);
	}

}
