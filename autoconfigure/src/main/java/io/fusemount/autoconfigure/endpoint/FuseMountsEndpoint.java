package io.fusemount.autoconfigure.endpoint;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

import io.fusemount.core.mount.Mount;
import io.fusemount.core.mount.MountException;
import io.fusemount.core.mount.MountRegistry;
import io.fusemount.core.vfs.VirtualFileSystem;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/**
 * {@link Endpoint @Endpoint} that shows the mounts and, where the application permits
 * more than reading, mounts and unmounts them.
 */
@Endpoint(id = "fusemounts", defaultAccess = Access.READ_ONLY)
public class FuseMountsEndpoint {

	private final MountRegistry registry;

	private final Function<String, Duration> unmountTimeout;

	/**
	 * Creates the endpoint.
	 * @param unmountTimeout how long unmounting the mount of a name waits for operations
	 * that are under way
	 */
	public FuseMountsEndpoint(MountRegistry registry, Function<String, Duration> unmountTimeout) {
		this.registry = registry;
		this.unmountTimeout = unmountTimeout;
	}

	/**
	 * Returns all mounts.
	 */
	@ReadOperation
	public MountsDescriptor mounts() {
		Map<String, MountDescriptor> mounts = new LinkedHashMap<>();
		this.registry.mounts().forEach((mount) -> mounts.put(mount.options().name(), MountDescriptor.of(mount)));
		return new MountsDescriptor(mounts);
	}

	/**
	 * Returns one mount, or {@code null} if there is none of this name.
	 */
	@ReadOperation
	public @Nullable MountDescriptor mount(@Selector String name) {
		Mount mount = this.registry.find(name);
		return (mount != null) ? MountDescriptor.of(mount) : null;
	}

	/**
	 * Does something to one mount.
	 * @return how it is afterwards, with the failure if it could not be mounted, or
	 * {@code null} if there is none of this name
	 */
	@WriteOperation
	public @Nullable MountDescriptor change(@Selector String name, Action action) {
		Mount mount = this.registry.find(name);
		if (mount == null) {
			return null;
		}
		switch (action) {
			case MOUNT -> tryToMount(mount);
			case UNMOUNT -> mount.unmount(this.unmountTimeout.apply(name));
			case INVALIDATE -> invalidate(mount);
		}
		return MountDescriptor.of(mount);
	}

	private static void tryToMount(Mount mount) {
		try {
			mount.mount();
		}
		catch (MountException ex) {
			// The mount keeps it, and so the descriptor tells of it.
		}
	}

	private static void invalidate(Mount mount) {
		VirtualFileSystem mounted = mount.fileSystem();
		if (mounted != null) {
			mounted.invalidateAll();
		}
	}

	/**
	 * What can be done to a mount.
	 */
	public enum Action {

		/** Mount it, if it is not mounted. */
		MOUNT,

		/** Commit what is dirty and unmount it, if it is mounted. */
		UNMOUNT,

		/** Forget all that is cached, for changes that nobody has reported. */
		INVALIDATE

	}

}
