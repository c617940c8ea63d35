package io.fusemount.transport.jnr.callback;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.Node;
import io.fusemount.core.vfs.FileStatus;
import io.fusemount.core.vfs.VirtualFileSystem;
import org.jspecify.annotations.Nullable;

/**
 * Look-ups of names. They ensure that the kernel never reaches a node by a name while the
 * node has something else open.
 */
final class Lookups {

	private final VirtualFileSystem fileSystem;

	private final Door door;

	private final OpenNodes nodes;

	Lookups(VirtualFileSystem fileSystem, Door door, OpenNodes nodes) {
		this.fileSystem = fileSystem;
		this.door = door;
		this.nodes = nodes;
	}

	/**
	 * Returns the attributes of the node of a name, or {@code null} if the request has to
	 * be served once more after the name has been released.
	 * @throws ErrnoException {@code ENOENT} or another errno
	 */
	@Nullable FileStatus lookup(Request request, String path) throws InterruptedException {
		while (true) {
			Found found = find(path);
			Node node = found.node();
			FileStatus status = (node != null)
					? this.nodes.tell(path, node, this.fileSystem.status(node), request.thread()) : null;
			OpenNode outdated = (status == null) ? this.nodes.outdated(path, node) : null;
			if (this.door.awaitIdle(path)) {
				// The node may have got another name.
				continue;
			}
			if (outdated != null) {
				NameRelease.require(request, outdated, path);
				return null;
			}
			if (found.missing() != null) {
				throw found.missing();
			}
			if (status != null) {
				return status;
			}
		}
	}

	/**
	 * Returns whether a file can be created under a name, as far as the kernel's nodes
	 * are concerned; otherwise the request has to be served once more after the name has
	 * been released.
	 */
	boolean isFree(Request request, String path) throws InterruptedException {
		OpenNode outdated;
		do {
			outdated = this.nodes.outdated(path, find(path).node());
		}
		while (this.door.awaitIdle(path));
		if (outdated != null) {
			NameRelease.require(request, outdated, path);
		}
		return outdated == null;
	}

	private Found find(String path) {
		try {
			return new Found(this.nodes.resolve(path), null);
		}
		catch (ErrnoException ex) {
			if (ex.errno() != Errno.ENOENT) {
				throw ex;
			}
			return new Found(null, ex);
		}
	}

	/**
	 * The node of a name, or its absence.
	 */
	private record Found(@Nullable Node node, @Nullable ErrnoException missing) {

	}

}
