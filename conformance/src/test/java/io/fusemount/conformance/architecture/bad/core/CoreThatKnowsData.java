package io.fusemount.conformance.architecture.bad.core;

import io.fusemount.conformance.architecture.bad.data.DataThatKnowsTransport;

/**
 * A class of the core that knows more than the JDK.
 */
class CoreThatKnowsData {

	final DataThatKnowsTransport data = new DataThatKnowsTransport();

}
