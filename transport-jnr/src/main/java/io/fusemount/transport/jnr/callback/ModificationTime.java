package io.fusemount.transport.jnr.callback;

import java.time.Instant;

import com.kenai.jffi.MemoryIO;
import io.fusemount.core.node.Node;
import io.fusemount.core.vfs.VirtualFileSystem;
import io.fusemount.transport.device.protocol.SetTime;
import org.jspecify.annotations.Nullable;

/**
 * The modification time that a {@code utimens} sets.
 *
 * @param time the time, or {@code null} to leave it unchanged
 */
record ModificationTime(@Nullable Instant time) {

	private static final MemoryIO MEMORY = MemoryIO.getInstance();

	/** The access time comes first; each time takes two words. */
	private static final int SECONDS = 2 * Long.BYTES;

	private static final int NANOS = 3 * Long.BYTES;

	private static final long UTIME_NOW = (1L << 30) - 1;

	private static final long UTIME_OMIT = (1L << 30) - 2;

	/**
	 * Reads the time from two {@code struct timespec}; a null pointer means now.
	 */
	static ModificationTime read(long times) {
		long nanos = (times != 0) ? MEMORY.getLong(times + NANOS) : UTIME_NOW;
		if (nanos == UTIME_OMIT) {
			return new ModificationTime(null);
		}
		return new ModificationTime(
				(nanos == UTIME_NOW) ? Instant.now() : SetTime.of(MEMORY.getLong(times + SECONDS), nanos));
	}

	void apply(VirtualFileSystem fileSystem, Node node) {
		if (this.time != null) {
			fileSystem.setModified(node, this.time);
		}
	}

}
