package io.fusemount.transport.linux;

import io.fusemount.conformance.transport.TransportConformanceKit;
import io.fusemount.core.mount.Transport;

class LinuxTransportConformanceTests extends TransportConformanceKit {

	@Override
	protected Transport transport() {
		return new LinuxTransport(false);
	}

}
