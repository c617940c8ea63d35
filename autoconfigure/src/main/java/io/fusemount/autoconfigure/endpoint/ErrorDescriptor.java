package io.fusemount.autoconfigure.endpoint;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * What the endpoint tells of a request that it does not serve.
 *
 * @param error what is wrong with it, a sentence
 */
public record ErrorDescriptor(String error) implements OperationResponseBody {

}
