package io.fusemount.core.filesystem;

import java.nio.charset.StandardCharsets;
import java.util.List;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.failure.Failures;
import io.fusemount.core.node.Node;

/**
 * The only extended attribute that there is: why a file could not be stored, as long as
 * it is not.
 *
 * @param failures what is known of files that failed
 */
record ErrorAttribute(Failures failures) {

	private static final String NAME = "user.fusemount.error";

	byte[] get(Node node, String name) {
		String error = name.equals(NAME) ? this.failures.find(node.key()) : null;
		if (error == null) {
			throw new ErrnoException(Errno.ENODATA, "No extended attribute " + name);
		}
		return error.getBytes(StandardCharsets.UTF_8);
	}

	List<String> list(Node node) {
		return (this.failures.find(node.key()) != null) ? List.of(NAME) : List.of();
	}

}
