package io.fusemount.conformance.transport;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.UnaryOperator;

import io.fusemount.core.mount.MountOptions;
import io.fusemount.core.mount.Transport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/**
 * The common base of the parts of the {@link TransportConformanceKit}: the mounts of a
 * test are unmounted at its end, whatever happens.
 */
@Timeout(600)
abstract class TransportKit {

	private final Deque<MountedFiles> mounted = new ArrayDeque<>();

	abstract Transport transport();

	MountedFiles mount() {
		return mount(UnaryOperator.identity());
	}

	MountedFiles mount(UnaryOperator<MountOptions> customizer) {
		MountedFiles fresh = MountedFiles.by(transport(), customizer);
		this.mounted.push(fresh);
		return fresh;
	}

	MountedFiles mount(FilesSetting setting) {
		MountedFiles fresh = MountedFiles.by(transport(), setting);
		this.mounted.push(fresh);
		return fresh;
	}

	MountedFiles mountBelowDirectory() {
		MountedFiles fresh = MountedFiles.belowDirectory(transport());
		this.mounted.push(fresh);
		return fresh;
	}

	@AfterEach
	void unmountAll() {
		RuntimeException failure = null;
		for (MountedFiles files : this.mounted) {
			try {
				files.close();
			}
			catch (RuntimeException ex) {
				failure = ex;
			}
		}
		this.mounted.clear();
		if (failure != null) {
			throw failure;
		}
	}

}
