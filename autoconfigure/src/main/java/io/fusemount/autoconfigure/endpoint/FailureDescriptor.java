package io.fusemount.autoconfigure.endpoint;

import java.time.Instant;
import java.util.List;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.failure.Failure;
import io.fusemount.core.supervision.Supervision;

/**
 * An operation that failed.
 *
 * @param time the time of the failure
 * @param operation the operation that the program requested
 * @param path the path that the operation concerned
 * @param errno the answer to the program
 * @param reason the reason
 * @param uid the user who ran the program
 */
public record FailureDescriptor(Instant time, String operation, String path, Errno errno, String reason, int uid) {

	private static final int LIMIT = 20;

	/** Returns the most recent failures, newest first. */
	static List<FailureDescriptor> of(Supervision supervision) {
		return supervision.failures(LIMIT).stream().map(FailureDescriptor::of).toList();
	}

	private static FailureDescriptor of(Failure failure) {
		return new FailureDescriptor(failure.time(), failure.action(), failure.path(), failure.errno(),
				failure.reason(), failure.user());
	}

}
