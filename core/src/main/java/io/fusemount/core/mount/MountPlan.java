package io.fusemount.core.mount;

import org.jspecify.annotations.Nullable;

/**
 * The configured mounts of an application, as far as directories need to know them.
 */
public interface MountPlan {

	/** The name of the only mount, unless configured otherwise. */
	String DEFAULT_NAME = "default";

	/**
	 * Returns the name of the mount that contains a directory, or {@code null} if that
	 * mount is disabled.
	 * @param named the name declared by the directory, empty for none
	 * @throws UnknownMountException if no mount can contain the directory
	 */
	@Nullable String find(String named);

	/**
	 * Returns whether a mount refuses every change.
	 * @param name a name returned by {@link #find}
	 */
	boolean isReadOnly(String name);

	/**
	 * Returns the plan of an application with one mount, {@value #DEFAULT_NAME}.
	 */
	static MountPlan single(boolean readOnly) {
		return new MountPlan() {

			@Override
			public String find(String named) {
				if (!named.isEmpty() && !named.equals(DEFAULT_NAME)) {
					throw new UnknownMountException("there is no mount '" + named + "'",
							"Leave the name of the mount out");
				}
				return DEFAULT_NAME;
			}

			@Override
			public boolean isReadOnly(String name) {
				return readOnly;
			}

		};
	}

}
