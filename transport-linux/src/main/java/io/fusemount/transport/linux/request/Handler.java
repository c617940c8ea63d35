package io.fusemount.transport.linux.request;

/**
 * Serves one kind of request.
 */
@FunctionalInterface
interface Handler {

	/**
	 * Serves the request, and writes what comes after the header of the answer.
	 * @return a negative error number, anything else if it was served
	 */
	int serve(Exchange exchange);

}
