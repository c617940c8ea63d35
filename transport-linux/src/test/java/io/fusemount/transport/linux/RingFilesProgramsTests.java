package io.fusemount.transport.linux;

import io.fusemount.conformance.mounted.MountedProgramsKit;
import io.fusemount.conformance.transport.EnabledIfIoUring;
import io.fusemount.core.mount.Transport;

@EnabledIfIoUring
class RingFilesProgramsTests extends MountedProgramsKit {

	@Override
	public Transport transport() {
		return new LinuxTransport();
	}

}
