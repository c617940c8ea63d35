package io.fusemount.core.filesystem;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.failure.Failures;
import io.fusemount.core.node.Node;

/**
 * The extended attributes of nodes: those of their sources, and why a file could not be
 * stored, as long as it is not.
 *
 * @param failures what is known of files that failed
 */
record AttributeView(Failures failures) {

	private static final String ERROR = "user.fusemount.error";

	byte[] get(Node node, String name) {
		String error = name.equals(ERROR) ? this.failures.find(node.key()) : null;
		byte[] value = (error != null) ? error.getBytes(StandardCharsets.UTF_8) : node.extendedAttributes().value(name);
		if (value == null) {
			throw new ErrnoException(Errno.ENODATA, "No extended attribute " + name);
		}
		return value;
	}

	List<String> list(Node node) {
		List<String> names = node.extendedAttributes().names();
		return (this.failures.find(node.key()) == null) ? names
				: Stream.concat(Stream.of(ERROR), names.stream()).toList();
	}

}
