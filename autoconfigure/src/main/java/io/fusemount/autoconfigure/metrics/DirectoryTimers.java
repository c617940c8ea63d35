package io.fusemount.autoconfigure.metrics;

import java.util.HashMap;
import java.util.Map;

import io.fusemount.core.node.NodeKey;
import io.micrometer.core.instrument.MeterRegistry;
import org.jspecify.annotations.Nullable;

/**
 * The timers of one meter by directory and outcome. Directories that are not known at
 * startup share one set of timers.
 */
final class DirectoryTimers {

	private final Map<NodeKey, OutcomeTimers> known = new HashMap<>();

	private final OutcomeTimers others;

	/**
	 * Creates the timers.
	 * @param directories the paths of the known directories
	 */
	DirectoryTimers(MeterRegistry registry, FuseMountMeters meter, String mount, Map<NodeKey, String> directories) {
		directories.forEach((key, path) -> this.known.put(key, new OutcomeTimers(registry, meter, mount, path)));
		this.others = new OutcomeTimers(registry, meter, mount, FuseMountMeters.OTHER);
	}

	OutcomeTimers of(@Nullable NodeKey directory) {
		OutcomeTimers timers = (directory != null) ? this.known.get(directory) : null;
		return (timers != null) ? timers : this.others;
	}

	void remove() {
		this.known.values().forEach(OutcomeTimers::remove);
		this.others.remove();
	}

}
