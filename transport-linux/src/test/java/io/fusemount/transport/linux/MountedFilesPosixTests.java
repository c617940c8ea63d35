package io.fusemount.transport.linux;

import io.fusemount.conformance.mounted.MountedPosixKit;
import io.fusemount.core.mount.Transport;

class MountedFilesPosixTests extends MountedPosixKit {

	@Override
	public Transport transport() {
		return new LinuxTransport(false);
	}

}
