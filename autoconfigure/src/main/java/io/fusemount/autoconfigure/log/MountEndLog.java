package io.fusemount.autoconfigure.log;

import io.fusemount.core.mount.Departure;
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
		Departure departure = mount.departure();
		if (departure != null) {
			logger.info("Handed '%s' at %s over to process %d".formatted(mount.options().name(),
					mount.options().mountPoint(), departure.process()));
			return;
		}
		logger.info("Left '%s' at %s to the next process, for which programs wait".formatted(mount.options().name(),
				mount.options().mountPoint()));
	}

	@Override
	public void returned(Mount mount) {
		logger
			.warn("Serves '%s' at %s again, because the process that was to take it over has not, or has given it back"
				.formatted(mount.options().name(), mount.options().mountPoint()));
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
