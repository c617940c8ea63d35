package io.fusemount.core.file;

import java.util.HashSet;
import java.util.Set;

import io.fusemount.core.limit.BlockingSection;
import io.fusemount.core.node.NodeKey;

/**
 * Stored files whose content another file is about to replace. Who opens one of them
 * waits, and gets the new content: the old one could vanish before it is read.
 */
final class ReplacementGate {

	private final Set<NodeKey> replacing = new HashSet<>();

	synchronized boolean isClosed(NodeKey file) {
		return this.replacing.contains(file);
	}

	synchronized void awaitOpen(NodeKey file) {
		while (this.replacing.contains(file)) {
			awaitChange();
		}
	}

	synchronized void close(NodeKey file) {
		while (!this.replacing.add(file)) {
			awaitChange();
		}
	}

	synchronized void open(NodeKey file) {
		this.replacing.remove(file);
		notifyAll();
	}

	private void awaitChange() {
		BlockingSection.await("the file was being replaced", this::wait);
	}

}
