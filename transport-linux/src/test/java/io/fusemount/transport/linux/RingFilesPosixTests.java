package io.fusemount.transport.linux;

import io.fusemount.conformance.mounted.MountedPosixKit;
import io.fusemount.conformance.transport.EnabledIfIoUring;
import io.fusemount.core.mount.Transport;

@EnabledIfIoUring
class RingFilesPosixTests extends MountedPosixKit {

	@Override
	public Transport transport() {
		return new LinuxTransport();
	}

}
