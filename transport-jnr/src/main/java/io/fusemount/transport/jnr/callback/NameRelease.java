package io.fusemount.transport.jnr.callback;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;

import com.kenai.jffi.MemoryIO;
import io.fusemount.core.errno.Errno;
import io.fusemount.transport.device.protocol.FuseProtocol;
import io.fusemount.transport.jnr.libfuse.FuseSession;

/**
 * Takes a name from a node that has a version open for which the name no longer stands,
 * so that libfuse creates another node for the name. libfuse changes its table of names
 * only when a program renames or deletes. It is therefore sent a rename request that no
 * program has made, whose answer is discarded. libfuse holds locks on the names of a
 * request, so the rename is done between two attempts to serve the request.
 */
final class NameRelease {

	/** The answer of a callback in the meantime. */
	static final int PENDING = -Errno.EAGAIN.code();

	/** Unlike libfuse's own hidden names, which have only digits. */
	private static final String ALIAS_PREFIX = ".fuse_hidden-";

	/** A header, the number of the new directory, and two names. */
	private static final int MAX_SIZE = FuseProtocol.RENAME_NAMES + 2 * 256;

	private static final MemoryIO MEMORY = MemoryIO.getInstance();

	private final AtomicLong sequence = new AtomicLong();

	private final Door door;

	private final OpenNodes nodes;

	NameRelease(Door door, OpenNodes nodes) {
		this.door = door;
		this.nodes = nodes;
	}

	/**
	 * Requests that the current request is served once more after a name has been
	 * released. Its callback answers {@link #PENDING}.
	 */
	static void require(Request request, OpenNode outdated, String path) {
		request.outdated(outdated, path);
		FuseSession.withhold();
	}

	/**
	 * Releases the name for which the current request waits.
	 * @return whether the request waited for a name
	 */
	boolean perform(Request request, FuseSession session) {
		if (request.outdated() == null) {
			return false;
		}
		String path = request.outdatedPath();
		ByteBuffer rename = rename(request.node(), path.substring(path.lastIndexOf('/') + 1));
		try {
			FuseSession.withhold();
			session.process(MEMORY.getDirectBufferAddress(rename), rename.limit());
		}
		finally {
			request.outdated(null, "");
			this.door.leave(path);
		}
		return true;
	}

	private ByteBuffer rename(long directory, String name) {
		ByteBuffer request = ByteBuffer.allocateDirect(MAX_SIZE).order(ByteOrder.nativeOrder());
		request.position(FuseProtocol.IN_HEADER_SIZE);
		request.putLong(directory);
		request.put(name.getBytes(StandardCharsets.UTF_8)).put((byte) 0);
		request.put((ALIAS_PREFIX + this.sequence.incrementAndGet()).getBytes(StandardCharsets.US_ASCII)).put((byte) 0);
		request.flip();
		Request.writeHeader(request, FuseProtocol.RENAME, directory);
		return request;
	}

	/**
	 * The callback of that rename. Only here, when no other request can change the name,
	 * is it known whether the release is still correct.
	 */
	int rename(OpenNode outdated, String source, String target) {
		return this.door.onOwn(source, () -> this.nodes.supersede(outdated, source, target) ? 0 : -Errno.ENOENT.code());
	}

}
