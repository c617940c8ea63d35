package io.fusemount.transport.linux;

import io.fusemount.conformance.mounted.MountedTreesKit;
import io.fusemount.conformance.transport.EnabledIfIoUring;
import io.fusemount.core.mount.Transport;

@EnabledIfIoUring
class RingFilesTreesTests extends MountedTreesKit {

	@Override
	public Transport transport() {
		return new LinuxTransport();
	}

}
