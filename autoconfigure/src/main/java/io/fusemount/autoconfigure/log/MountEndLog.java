package io.fusemount.autoconfigure.log;

import io.fusemount.core.mount.Mount;
import io.fusemount.core.mount.MountListener;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Logs the end of each mount, whatever caused it.
 */
public final class MountEndLog implements MountListener {

	private static final Log logger = LogFactory.getLog(MountEndLog.class);

	@Override
	public void unmounted(Mount mount) {
		logger.info("Unmounted '%s' from %s".formatted(mount.options().name(), mount.options().mountPoint()));
	}

	@Override
	public void left(Mount mount) {
		logger.info("Left '%s' at %s to the next process, for which programs wait".formatted(mount.options().name(),
				mount.options().mountPoint()));
	}

	@Override
	public void lost(Mount mount) {
		RuntimeException failure = mount.failure();
		logger.warn(
				"'%s' is no longer mounted. %s. It stays unmounted until the actuator endpoint 'fusemounts' mounts it "
					.formatted(mount.options().name(),
							(failure != null) ? failure.getMessage() : "The reason is unknown")
						+ "(with management.endpoint.fusemounts.access=unrestricted), or the application is restarted");
	}

}
