package io.fusemount.transport.jnr.callback;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;

import com.kenai.jffi.MemoryIO;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.node.Place;
import io.fusemount.core.vfs.VirtualFileSystem;
import io.fusemount.transport.jnr.libfuse.FuseSession;
import io.fusemount.transport.device.protocol.FuseProtocol;

/**
 * Takes a name from a node that is open at a version which the name no longer stands for,
 * so that libfuse makes another node for it. libfuse changes its table of names only when
 * a program renames or deletes, so it is sent a request for a rename that no program has
 * made, and whose answer nobody gets. It holds locks on the names that a request is
 * about, so this is done between two attempts to serve that.
 */
final class NameRelease {

	/** What a callback answers meanwhile. */
	static final int PENDING = -Errno.EAGAIN.code();

	/** Not the form of libfuse's own hidden names, which have nothing but digits. */
	private static final String ALIAS_PREFIX = ".fuse_hidden-";

	/** A header, the number of the new directory, and two names. */
	private static final int MAX_SIZE = FuseProtocol.RENAME_NAMES + 2 * 256;

	private static final MemoryIO MEMORY = MemoryIO.getInstance();

	private final AtomicLong sequence = new AtomicLong();

	private final VirtualFileSystem fileSystem;

	private final Door door;

	private final OpenNodes nodes;

	NameRelease(VirtualFileSystem fileSystem, Door door, OpenNodes nodes) {
		this.fileSystem = fileSystem;
		this.door = door;
		this.nodes = nodes;
	}

	/**
	 * Has the current request served once more after a name has been released. Its
	 * callback answers {@link #PENDING}.
	 */
	static void require(Request request, OpenNode outdated, String path) {
		request.outdated(outdated, path);
		FuseSession.withhold();
	}

	/**
	 * Releases the name that the current request waits for.
	 * @return whether it waited for one
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
	 * What libfuse calls for that rename: whether it is still right is known only now,
	 * when nobody else can change the name.
	 */
	int rename(OpenNode outdated, String source, String target) {
		return this.door.onOwn(source, () -> {
			Place alias = this.fileSystem.locate(target);
			return this.nodes.supersede(outdated, source, alias, target) ? 0 : -Errno.ENOENT.code();
		});
	}

}
