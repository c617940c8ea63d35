package io.fusemount.autoconfigure.endpoint;

import io.fusemount.core.mount.MountState;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;

/**
 * The {@link FuseMountsEndpoint} by HTTP: an action that failed answers with a status
 * that says so.
 */
@EndpointWebExtension(endpoint = FuseMountsEndpoint.class)
public class FuseMountsEndpointWebExtension {

	private final FuseMountsEndpoint delegate;

	public FuseMountsEndpointWebExtension(FuseMountsEndpoint delegate) {
		this.delegate = delegate;
	}

	/**
	 * Mounts or unmounts one mount: 200, 404 if there is none of this name, 503 if it
	 * could not be mounted.
	 */
	@WriteOperation
	public WebEndpointResponse<@Nullable MountDescriptor> change(@Selector String name,
			FuseMountsEndpoint.Action action) {
		MountDescriptor mount = this.delegate.change(name, action);
		if (mount == null) {
			return new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
		}
		return new WebEndpointResponse<>(mount, (mount.state() == MountState.FAILED)
				? WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE : WebEndpointResponse.STATUS_OK);
	}

}
