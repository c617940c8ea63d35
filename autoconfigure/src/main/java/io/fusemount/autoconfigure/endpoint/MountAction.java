package io.fusemount.autoconfigure.endpoint;

import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * The actions on a mount.
 */
public enum MountAction {

	/** Mounts the filesystem if it is not mounted. */
	MOUNT(),

	/** Commits dirty files and unmounts the filesystem if it is mounted. */
	UNMOUNT("timeout", "force"),

	/** Commits dirty files as if each program had requested it. */
	DRAIN("timeout"),

	/** Drops cached data, for changes that were not reported. */
	INVALIDATE("path"),

	/** Takes a handle away from its program and keeps the unstored changes. */
	RELEASE("handle");

	private final List<String> parameters;

	MountAction(String... parameters) {
		this.parameters = List.of(parameters);
	}

	String label() {
		return name().toLowerCase(Locale.ROOT);
	}

	/**
	 * Rejects a parameter that the action does not accept.
	 */
	void allow(String parameter, @Nullable String value) {
		if (value != null && !this.parameters.contains(parameter)) {
			throw new IllegalArgumentException("The action '" + label() + "' takes no '" + parameter + "'");
		}
	}

}
