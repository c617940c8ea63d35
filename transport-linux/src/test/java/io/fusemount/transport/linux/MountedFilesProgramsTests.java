package io.fusemount.transport.linux;

import io.fusemount.conformance.mounted.MountedProgramsKit;
import io.fusemount.core.mount.Transport;

class MountedFilesProgramsTests extends MountedProgramsKit {

	@Override
	public Transport transport() {
		return new LinuxTransport(false);
	}

}
