package io.fusemount.transport.linux;

import io.fusemount.conformance.transport.TransportConformanceKit;
import io.fusemount.conformance.transport.EnabledIfIoUring;
import io.fusemount.core.mount.Transport;

@EnabledIfIoUring
class RingTransportConformanceTests extends TransportConformanceKit {

	@Override
	protected Transport transport() {
		return new LinuxTransport();
	}

}
