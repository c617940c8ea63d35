package io.fusemount.autoconfigure.log;

import io.fusemount.core.mount.Mount;
import io.fusemount.core.mount.MountListener;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * A line for the end of each mount, whoever has asked for it.
 */
public final class MountEndLog implements MountListener {

	private static final Log logger = LogFactory.getLog(MountEndLog.class);

	@Override
	public void unmounted(Mount mount) {
		logger.info("Unmounted '%s' from %s".formatted(mount.options().name(), mount.options().mountPoint()));
	}

	@Override
	public void lost(Mount mount) {
		RuntimeException failure = mount.failure();
		logger.warn("'%s' is not mounted any more. %s. It stays so until the actuator endpoint 'fusemounts' mounts it "
			.formatted(mount.options().name(), (failure != null) ? failure.getMessage() : "Nobody knows why")
				+ "(with management.endpoint.fusemounts.access=unrestricted), or the application is started again");
	}

}
