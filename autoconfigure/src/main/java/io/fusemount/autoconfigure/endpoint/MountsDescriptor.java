package io.fusemount.autoconfigure.endpoint;

import java.util.Map;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * All mounts.
 *
 * @param mounts the mounts by name
 */
public record MountsDescriptor(Map<String, MountDescriptor> mounts) implements OperationResponseBody {

}
