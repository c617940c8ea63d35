package io.fusemount.transport.linux;

import io.fusemount.conformance.mounted.MountedTreesKit;
import io.fusemount.core.mount.Transport;

class MountedFilesTreesTests extends MountedTreesKit {

	@Override
	public Transport transport() {
		return new LinuxTransport(false);
	}

}
