package io.fusemount.autoconfigure.endpoint;

import java.util.function.Supplier;

import io.fusemount.core.mount.MountBusyException;
import io.fusemount.core.mount.MountException;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;

/**
 * Web extension of the {@link FuseMountsEndpoint}: failed requests are answered with a
 * suitable status and a message.
 */
@EndpointWebExtension(endpoint = FuseMountsEndpoint.class)
public class FuseMountsEndpointWebExtension {

	private static final String HANDLES = "handles";

	private static final int STATUS_CONFLICT = 409;

	private final FuseMountsEndpoint delegate;

	public FuseMountsEndpointWebExtension(FuseMountsEndpoint delegate) {
		this.delegate = delegate;
	}

	/**
	 * Returns one mount: 200, or 404 if there is none with this name.
	 */
	@ReadOperation
	public WebEndpointResponse<Object> mount(@Selector String name) {
		return answer(() -> {
			this.delegate.require(name);
			return ok(this.delegate.mount(name));
		});
	}

	/**
	 * Returns a part of a mount, its open handles: 200, 400 if the limit is invalid, 404
	 * if there is no such mount or part.
	 * @param limit the maximum number of handles
	 */
	@ReadOperation
	public WebEndpointResponse<Object> part(@Selector String name, @Selector String part, @Nullable String limit) {
		return answer(() -> {
			this.delegate.require(name);
			if (!part.equals(HANDLES)) {
				throw new UnknownSubjectException("A mount has no '" + part + "', only '" + HANDLES + "'");
			}
			return ok(this.delegate.handles(name, HandleLimit.of(limit)));
		});
	}

	/**
	 * Changes one mount: 200, 400 if the request is invalid, 404 if there is no such
	 * mount, file or handle, 409 if the mount is being changed or is not mounted, 503 if
	 * it could not be mounted, or if the database does not answer.
	 */
	@WriteOperation
	public WebEndpointResponse<Object> change(@Selector String name, @Nullable String action, @Nullable String timeout,
			@Nullable String force, @Nullable String path, @Nullable String handle) {
		return answer(() -> {
			ChangeDescriptor change = this.delegate.change(name, action, timeout, force, path, handle);
			boolean notMounted = change.action() == MountAction.MOUNT && change.failure() != null;
			return new WebEndpointResponse<>(change,
					notMounted ? WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE : WebEndpointResponse.STATUS_OK);
		});
	}

	private static WebEndpointResponse<Object> ok(@Nullable Object body) {
		return (body != null) ? new WebEndpointResponse<>(body)
				: error("The mount no longer exists", WebEndpointResponse.STATUS_NOT_FOUND);
	}

	private static WebEndpointResponse<Object> answer(Supplier<WebEndpointResponse<Object>> work) {
		try {
			return work.get();
		}
		catch (IllegalArgumentException ex) {
			return error(ex.getMessage(), WebEndpointResponse.STATUS_BAD_REQUEST);
		}
		catch (UnknownSubjectException ex) {
			return error(ex.getMessage(), WebEndpointResponse.STATUS_NOT_FOUND);
		}
		catch (MountBusyException ex) {
			return error(ex.getMessage(), STATUS_CONFLICT);
		}
		catch (MountException ex) {
			return error(ex.getMessage(), (ex.reason() == MountException.Reason.NOT_MOUNTED) ? STATUS_CONFLICT
					: WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE);
		}
	}

	private static WebEndpointResponse<Object> error(@Nullable String words, int status) {
		return new WebEndpointResponse<>(new ErrorDescriptor(String.valueOf(words)), status);
	}

}
