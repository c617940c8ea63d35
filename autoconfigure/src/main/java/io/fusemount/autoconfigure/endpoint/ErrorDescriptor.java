package io.fusemount.autoconfigure.endpoint;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * The report of a request that was rejected.
 *
 * @param error the problem with the request, a sentence
 */
public record ErrorDescriptor(String error) implements OperationResponseBody {

}
