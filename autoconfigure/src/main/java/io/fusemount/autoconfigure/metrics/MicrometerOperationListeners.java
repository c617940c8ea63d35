package io.fusemount.autoconfigure.metrics;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

import io.fusemount.autoconfigure.OperationListenerFactory;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.operation.OperationListener;
import io.micrometer.core.instrument.MeterRegistry;

/**
 * Records the operations of each mount in one {@link MeterRegistry}.
 */
final class MicrometerOperationListeners implements OperationListenerFactory, AutoCloseable {

	private final MeterRegistry registry;

	private final Function<String, Map<NodeKey, String>> directories;

	private final List<MicrometerOperationListener> listeners = new CopyOnWriteArrayList<>();

	/**
	 * Creates the factory.
	 * @param directories returns the paths of the directories of a mount by their keys
	 */
	MicrometerOperationListeners(MeterRegistry registry, Function<String, Map<NodeKey, String>> directories) {
		this.registry = registry;
		this.directories = directories;
	}

	@Override
	public OperationListener create(String mount) {
		MicrometerOperationListener listener = new MicrometerOperationListener(this.registry, mount,
				this.directories.apply(mount));
		this.listeners.add(listener);
		return listener;
	}

	/**
	 * Removes the meters.
	 */
	@Override
	public void close() {
		this.listeners.forEach(MicrometerOperationListener::close);
		this.listeners.clear();
	}

}
