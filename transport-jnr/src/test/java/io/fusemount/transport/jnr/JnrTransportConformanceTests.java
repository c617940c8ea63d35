package io.fusemount.transport.jnr;

import io.fusemount.conformance.transport.TransportConformanceKit;
import io.fusemount.core.mount.Transport;

class JnrTransportConformanceTests extends TransportConformanceKit {

	@Override
	protected Transport transport() {
		return new JnrTransport();
	}

	/** What libfuse 2 opens with direct I/O, the kernel does not map (decision 021). */
	@Override
	protected boolean mapsEveryHandle() {
		return false;
	}

}
