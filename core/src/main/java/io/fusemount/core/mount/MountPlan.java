package io.fusemount.core.mount;

import org.jspecify.annotations.Nullable;

/**
 * The mounts that an application is to have, as far as directories need to know that are
 * to be in one of them.
 */
public interface MountPlan {

	/** The name of the only mount, where nothing else is said. */
	String DEFAULT_NAME = "default";

	/**
	 * Returns the name of the mount that a directory is in, or {@code null} if that one
	 * is not to be mounted.
	 * @param named the name that the directory says, empty for none
	 * @throws UnknownMountException if it can be in no mount
	 */
	@Nullable String find(String named);

	/**
	 * Returns whether a mount refuses every change.
	 * @param name a name that {@link #find} has returned
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
