package io.fusemount.core.inode;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.BlockingSection;
import io.fusemount.core.limit.Cancellation;
import io.fusemount.core.node.NodeKey;

/**
 * Stored files whose content another file is about to replace. Who opens one of them
 * waits, and gets the new content: the old one could vanish before it is read. That takes
 * as long as the database does.
 */
final class ReplacementGate {

	private final Set<NodeKey> replacing = new HashSet<>();

	synchronized boolean isClosed(NodeKey file) {
		return this.replacing.contains(file);
	}

	/**
	 * Waits until nobody replaces the content of the file.
	 * @throws ErrnoException why it is not wanted any more
	 */
	synchronized void awaitOpen(NodeKey file) {
		if (isClosed(file)) {
			awaitOpening(file);
		}
	}

	/**
	 * Lets others wait, as soon as nobody else replaces the content of the file.
	 * @throws ErrnoException why it is not wanted any more
	 */
	synchronized void close(NodeKey file) {
		awaitOpen(file);
		this.replacing.add(file);
	}

	synchronized void open(NodeKey file) {
		this.replacing.remove(file);
		notifyAll();
	}

	private void awaitOpening(NodeKey file) {
		try (BlockingSection.Scope section = BlockingSection.openLong()) {
			Cancellation.await((nanos) -> {
				TimeUnit.NANOSECONDS.timedWait(this, nanos);
				return !isClosed(file);
			});
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new ErrnoException(Errno.EIO, "Interrupted by the shutdown while the file was being replaced", ex);
		}
	}

}
