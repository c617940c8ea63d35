package io.fusemount.conformance.architecture.bad.data;

import io.fusemount.conformance.architecture.bad.transport.TransportThatKnowsData;

/**
 * A source of files that knows how they reach programs.
 */
public class DataThatKnowsTransport {

	void mount(TransportThatKnowsData transport) {
	}

}
