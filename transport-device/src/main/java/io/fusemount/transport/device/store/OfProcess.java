package io.fusemount.transport.device.store;

/**
 * The store of this process, created when it is needed.
 */
final class OfProcess {

	static final DescriptorStore STORE = ServiceManagerStore.of(System::getenv);

	private OfProcess() {
	}

}
