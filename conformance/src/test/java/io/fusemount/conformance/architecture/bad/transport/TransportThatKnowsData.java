package io.fusemount.conformance.architecture.bad.transport;

import io.fusemount.conformance.architecture.bad.data.DataThatKnowsTransport;

/**
 * A transport that knows where files come from, which closes a cycle too.
 */
public class TransportThatKnowsData {

	void serve(DataThatKnowsTransport data) {
	}

}
