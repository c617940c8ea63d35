package io.fusemount.autoconfigure.endpoint;

import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.convert.DurationStyle;

/**
 * What is to be done to a mount.
 *
 * @param action what
 * @param timeout how long it may take, {@code null} for what is usual
 * @param force whether to wait for nothing
 * @param path of what to forget, {@code null} for all
 * @param handle which to release
 */
record ChangeRequest(MountAction action, @Nullable Duration timeout, boolean force, @Nullable String path,
		long handle) {

	private static final Duration MAX_TIMEOUT = Duration.ofMinutes(10);

	/**
	 * Reads a request as HTTP and JMX have it.
	 * @throws IllegalArgumentException what is wrong with it, in words
	 */
	static ChangeRequest of(@Nullable String action, @Nullable String timeout, @Nullable String force,
			@Nullable String path, @Nullable String handle) {
		MountAction wanted = action(action);
		wanted.allow("timeout", timeout);
		wanted.allow("force", force);
		wanted.allow("path", path);
		wanted.allow("handle", handle);
		boolean forced = isTrue(force);
		require(!forced || timeout == null, "With 'force' nothing is waited for: leave the timeout out");
		require(wanted != MountAction.RELEASE || handle != null,
				"Say which handle: " + wanted.label() + " takes its number as 'handle'");
		return new ChangeRequest(wanted, (timeout != null) ? timeout(timeout) : null, forced,
				(path != null) ? path(path) : null, (handle != null) ? handle(handle) : 0);
	}

	private static MountAction action(@Nullable String action) {
		String known = Arrays.stream(MountAction.values()).map(MountAction::label).collect(Collectors.joining(", "));
		require(action != null, "Say what is to be done: 'action' is one of " + known);
		return Arrays.stream(MountAction.values())
			.filter((each) -> each.label().equalsIgnoreCase(action))
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException("There is no action '" + action + "', only " + known));
	}

	private static boolean isTrue(@Nullable String force) {
		require(force == null || force.equalsIgnoreCase("true") || force.equalsIgnoreCase("false"),
				"'force' is true or false, not '" + force + "'");
		return Boolean.parseBoolean(force);
	}

	private static Duration timeout(String timeout) {
		Duration parsed;
		// Without a unit it would be milliseconds, which nobody means here.
		require(!timeout.matches("[0-9]+"), "'" + timeout + "' is no timeout: write it as 500ms, 10s or 2m");
		try {
			parsed = DurationStyle.detectAndParse(timeout);
		}
		catch (IllegalArgumentException ex) {
			throw new IllegalArgumentException("'" + timeout + "' is no timeout: write it as 500ms, 10s or 2m", ex);
		}
		require(!parsed.isNegative() && !parsed.isZero() && parsed.compareTo(MAX_TIMEOUT) <= 0,
				"A timeout is more than 0 and at most 10m, not " + timeout);
		return parsed;
	}

	private static String path(String path) {
		require(!path.isBlank(), "The path is empty: leave it out to forget all");
		return path.startsWith("/") ? path : "/" + path;
	}

	private static long handle(String handle) {
		try {
			return Long.parseLong(handle);
		}
		catch (NumberFormatException ex) {
			throw new IllegalArgumentException("'" + handle + "' is not the number of a handle", ex);
		}
	}

	private static void require(boolean met, String otherwise) {
		if (!met) {
			throw new IllegalArgumentException(otherwise);
		}
	}

}
