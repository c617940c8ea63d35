package io.fusemount.autoconfigure.endpoint;

import java.time.Instant;
import java.util.List;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.failure.Failure;
import io.fusemount.core.supervision.Supervision;

/**
 * What the endpoint tells of an operation that failed.
 *
 * @param time when that was
 * @param operation what a program has asked for
 * @param path of what
 * @param errno what it was answered
 * @param reason why
 * @param uid the user whose program it was
 */
public record FailureDescriptor(Instant time, String operation, String path, Errno errno, String reason, int uid) {

	private static final int LIMIT = 20;

	/** Returns the last ones, the newest first. */
	static List<FailureDescriptor> of(Supervision supervision) {
		return supervision.failures(LIMIT).stream().map(FailureDescriptor::of).toList();
	}

	private static FailureDescriptor of(Failure failure) {
		return new FailureDescriptor(failure.time(), failure.action(), failure.path(), failure.errno(),
				failure.reason(), failure.user());
	}

}
