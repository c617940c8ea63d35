package io.fusemount.transport.linux.request;

/**
 * Serves one kind of request.
 */
@FunctionalInterface
interface Handler {

	/**
	 * Serves the request and writes the content after the header of the answer.
	 * @return a negative error number on failure, any other number on success
	 */
	int serve(Exchange exchange);

}
