package io.fusemount.conformance.architecture.bad.core;

/**
 * Has a monitor, and does not say for what.
 */
class CoreThatForgetsItsGuard {

	private int count;

	synchronized int next() {
		return this.count++;
	}

}
