package io.fusemount.autoconfigure.endpoint;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.jmx.annotation.EndpointJmxExtension;

/**
 * JMX operations in addition to those of the {@link FuseMountsEndpoint}.
 */
@EndpointJmxExtension(endpoint = FuseMountsEndpoint.class)
public class FuseMountsEndpointJmxExtension {

	private final FuseMountsEndpoint delegate;

	public FuseMountsEndpointJmxExtension(FuseMountsEndpoint delegate) {
		this.delegate = delegate;
	}

	/**
	 * Returns the open handles of a mount.
	 * @param limit the maximum number of handles
	 */
	@ReadOperation
	public HandlesDescriptor handles(String name, @Nullable String limit) {
		return this.delegate.handles(name, HandleLimit.of(limit));
	}

}
