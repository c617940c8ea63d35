package io.fusemount.autoconfigure.endpoint;

import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * What can be done to a mount.
 */
public enum MountAction {

	/** Mount it, if it is not mounted. */
	MOUNT(),

	/** Commit what is dirty and unmount it, if it is mounted. */
	UNMOUNT("timeout", "force"),

	/** Commit what is dirty, as if each program had asked for it. */
	DRAIN("timeout"),

	/** Forget what is cached, for changes that nobody has reported. */
	INVALIDATE("path"),

	/** Take a handle from its program, and keep what is not stored. */
	RELEASE("handle");

	private final List<String> parameters;

	MountAction(String... parameters) {
		this.parameters = List.of(parameters);
	}

	String label() {
		return name().toLowerCase(Locale.ROOT);
	}

	/**
	 * Refuses a parameter that the action does not take.
	 */
	void allow(String parameter, @Nullable String value) {
		if (value != null && !this.parameters.contains(parameter)) {
			throw new IllegalArgumentException("The action '" + label() + "' takes no '" + parameter + "'");
		}
	}

}
