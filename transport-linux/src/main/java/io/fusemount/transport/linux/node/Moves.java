package io.fusemount.transport.linux.node;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.BlockingSection;
import io.fusemount.core.limit.Cancellation;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that are being renamed. The filesystem completes a rename before the kernel's
 * nodes have the new name, so a request that finds nothing under the old name waits and
 * looks under the new one.
 */
public final class Moves {

	@GuardedBy("this")
	private final Set<KernelNode> moving = new HashSet<>();

	synchronized Move begin(@Nullable KernelNode node) {
		if (node != null) {
			this.moving.add(node);
		}
		return new Move(this, node);
	}

	private synchronized void end(@Nullable KernelNode node) {
		this.moving.remove(node);
		notifyAll();
	}

	/**
	 * Waits until a node that was not found under its name may be found under another
	 * one, which takes as long as the database.
	 * @param moves the number of names that the node had got before it was looked up
	 * @throws ErrnoException {@code ESTALE} if the node has no other name and is not
	 * about to get one
	 */
	void requireMoved(KernelNode node, int moves) {
		if (isMoving(node)) {
			try (BlockingSection.Scope section = BlockingSection.openLong()) {
				Cancellation.await((nanos) -> isMovedWithin(node, nanos));
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				throw new ErrnoException(Errno.EIO, "Interrupted by the shutdown while the file was being renamed", ex);
			}
		}
		else if (node.moves == moves) {
			throw NodeTable.stale();
		}
	}

	synchronized boolean isMoving(KernelNode node) {
		return this.moving.contains(node);
	}

	private synchronized boolean isMovedWithin(KernelNode node, long nanos) throws InterruptedException {
		if (this.moving.contains(node)) {
			TimeUnit.NANOSECONDS.timedWait(this, nanos);
		}
		return !this.moving.contains(node);
	}

	/**
	 * A rename in progress.
	 */
	public static final class Move implements AutoCloseable {

		private final Moves moves;

		/** {@code null} if the kernel has no number for it. */
		final @Nullable KernelNode node;

		private final @Nullable NodeKey before;

		Move(Moves moves, @Nullable KernelNode node) {
			this.moves = moves;
			this.node = node;
			this.before = (node != null) ? node.key : null;
		}

		/**
		 * Whether the file is what was moved, and not the row of one that was replaced.
		 */
		public boolean isOf(Node found) {
			return found.key().equals(this.before);
		}

		@Override
		public void close() {
			this.moves.end(this.node);
		}

	}

}
