package io.fusemount.transport.jnr;

import io.fusemount.conformance.transport.TransportConformanceKit;
import io.fusemount.core.mount.Transport;

class JnrTransportConformanceTests extends TransportConformanceKit {

	@Override
	protected Transport transport() {
		return new JnrTransport();
	}

}
