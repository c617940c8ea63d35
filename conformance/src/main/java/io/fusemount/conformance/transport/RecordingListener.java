package io.fusemount.conformance.transport;

import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;

import io.fusemount.conformance.memory.Gate;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.BlockingSection;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.operation.OperationListener;
import org.jspecify.annotations.Nullable;

/**
 * Records the events of operations.
 */
final class RecordingListener implements OperationListener {

	private final Map<Operation, LongAdder> succeeded = new ConcurrentHashMap<>();

	private final Map<Operation, LongAdder> bytes = new ConcurrentHashMap<>();

	private final Queue<Errno> failures = new ConcurrentLinkedQueue<>();

	private final Map<Operation, Gate> gates = new ConcurrentHashMap<>();

	/**
	 * Holds back the next operation of a kind, after it has succeeded and before it is
	 * answered, until the gate is closed.
	 */
	Gate holdNext(Operation operation) {
		Gate gate = new Gate();
		this.gates.put(operation, gate);
		return gate;
	}

	@Override
	public void operationSucceeded(Operation operation, long elapsedNanos) {
		this.succeeded.computeIfAbsent(operation, (key) -> new LongAdder()).increment();
		Gate gate = this.gates.isEmpty() ? null : this.gates.remove(operation);
		if (gate != null) {
			try (BlockingSection.Scope section = BlockingSection.open()) {
				gate.pass();
			}
		}
	}

	@Override
	public void operationFailed(Operation operation, @Nullable Object subject, ErrnoException failure,
			long elapsedNanos) {
		this.failures.add(failure.errno());
	}

	@Override
	public void bytesTransferred(Operation operation, long bytes) {
		this.bytes.computeIfAbsent(operation, (key) -> new LongAdder()).add(bytes);
	}

	long succeeded(Operation operation) {
		return this.succeeded.getOrDefault(operation, new LongAdder()).sum();
	}

	long bytes(Operation operation) {
		return this.bytes.getOrDefault(operation, new LongAdder()).sum();
	}

	Queue<Errno> failures() {
		return this.failures;
	}

}
