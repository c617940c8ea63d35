package io.fusemount.transport.jnr;

import io.fusemount.conformance.mounted.MountedPosixKit;
import io.fusemount.core.mount.Transport;

class MountedFilesPosixTests extends MountedPosixKit {

	@Override
	public Transport transport() {
		return new JnrTransport();
	}

	/** libfuse 2 knows no flags of a rename. */
	@Override
	public boolean canRenameWithoutReplacing() {
		return false;
	}

}
