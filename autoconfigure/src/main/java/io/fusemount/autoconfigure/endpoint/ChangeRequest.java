package io.fusemount.autoconfigure.endpoint;

import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.convert.DurationStyle;

/**
 * The request of an action on a mount.
 *
 * @param action the action
 * @param timeout the timeout, {@code null} for the default
 * @param force whether to skip all waiting
 * @param path the path to invalidate, {@code null} for everything
 * @param handle the handle to release
 */
record ChangeRequest(MountAction action, @Nullable Duration timeout, boolean force, @Nullable String path,
		long handle) {

	private static final Duration MAX_TIMEOUT = Duration.ofMinutes(10);

	/**
	 * Parses a request from its HTTP or JMX parameters.
	 * @throws IllegalArgumentException if the request is invalid, with the problem as its
	 * message
	 */
	static ChangeRequest of(@Nullable String action, @Nullable String timeout, @Nullable String force,
			@Nullable String path, @Nullable String handle) {
		MountAction wanted = action(action);
		wanted.allow("timeout", timeout);
		wanted.allow("force", force);
		wanted.allow("path", path);
		wanted.allow("handle", handle);
		boolean forced = isTrue(force);
		require(!forced || timeout == null, "'force' does not wait for anything: omit the timeout");
		require(wanted != MountAction.RELEASE || handle != null,
				"The handle is missing: " + wanted.label() + " requires its number as 'handle'");
		return new ChangeRequest(wanted, (timeout != null) ? timeout(timeout) : null, forced,
				(path != null) ? path(path) : null, (handle != null) ? handle(handle) : 0);
	}

	private static MountAction action(@Nullable String action) {
		String known = Arrays.stream(MountAction.values()).map(MountAction::label).collect(Collectors.joining(", "));
		require(action != null, "The action is missing: 'action' is one of " + known);
		return Arrays.stream(MountAction.values())
			.filter((each) -> each.label().equalsIgnoreCase(action))
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException("There is no action '" + action + "', only " + known));
	}

	private static boolean isTrue(@Nullable String force) {
		require(force == null || force.equalsIgnoreCase("true") || force.equalsIgnoreCase("false"),
				"'force' must be true or false, not '" + force + "'");
		return Boolean.parseBoolean(force);
	}

	private static Duration timeout(String timeout) {
		Duration parsed;
		// A number without a unit would mean milliseconds, which is hardly ever intended.
		require(!timeout.matches("[0-9]+"), "'" + timeout + "' is not a timeout: write it as 500ms, 10s or 2m");
		try {
			parsed = DurationStyle.detectAndParse(timeout);
		}
		catch (IllegalArgumentException ex) {
			throw new IllegalArgumentException("'" + timeout + "' is not a timeout: write it as 500ms, 10s or 2m", ex);
		}
		require(!parsed.isNegative() && !parsed.isZero() && parsed.compareTo(MAX_TIMEOUT) <= 0,
				"A timeout must be more than 0 and at most 10m, not " + timeout);
		return parsed;
	}

	private static String path(String path) {
		require(!path.isBlank(), "The path is empty: omit it to drop the whole cache");
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
