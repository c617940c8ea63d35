package io.fusemount.autoconfigure.endpoint;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.mount.Mount;
import io.fusemount.core.mount.MountActions;
import io.fusemount.core.mount.MountException;
import io.fusemount.core.mount.MountRegistry;
import io.fusemount.core.supervision.ReleasedHandle;
import io.fusemount.core.supervision.Supervision;
import io.fusemount.core.supervision.UnstoredFiles;
import io.fusemount.core.vfs.VirtualFileSystem;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/**
 * {@link Endpoint @Endpoint} that shows the mounts and, if the application permits more
 * than reading, changes them.
 */
@Endpoint(id = "fusemounts", defaultAccess = Access.READ_ONLY)
public class FuseMountsEndpoint {

	/** The maximum number of files with changes to report. */
	private static final int MAX_UNSTORED = 100;

	private final MountRegistry registry;

	private final Function<String, Duration> timeouts;

	private final @Nullable DatabasePermits permits;

	private final Map<String, MountActions> actions = new ConcurrentHashMap<>();

	/**
	 * Creates the endpoint.
	 * @param timeouts returns how long changes of the mount with the given name wait for
	 * operations in progress, unless specified
	 * @param permits the permits to use the database, if there are any
	 */
	public FuseMountsEndpoint(MountRegistry registry, Function<String, Duration> timeouts,
			@Nullable DatabasePermits permits) {
		this.registry = registry;
		this.timeouts = timeouts;
		this.permits = permits;
	}

	/**
	 * Returns all mounts.
	 */
	@ReadOperation
	public MountsDescriptor mounts() {
		Map<String, MountDescriptor> mounts = new LinkedHashMap<>();
		this.registry.mounts()
			.forEach((mount) -> mounts.put(mount.options().name(), MountDescriptor.of(mount, this.permits)));
		return new MountsDescriptor(mounts);
	}

	/**
	 * Returns one mount, or {@code null} if there is none with this name.
	 */
	@ReadOperation
	public @Nullable MountDescriptor mount(@Selector String name) {
		Mount mount = this.registry.find(name);
		return (mount != null) ? MountDescriptor.of(mount, this.permits) : null;
	}

	HandlesDescriptor handles(String name, int limit) {
		VirtualFileSystem mounted = require(name).fileSystem();
		return HandlesDescriptor.of((mounted != null) ? mounted.supervision() : Supervision.NONE, limit);
	}

	/**
	 * Runs an action on one mount.
	 * @param action the action: mount, unmount, drain, invalidate or release
	 * @param timeout the timeout, such as {@code 10s}
	 * @param force whether to unmount without waiting for anything
	 * @param path the path of a file or directory to invalidate; everything if missing
	 * @param handle the number of the handle to release
	 * @return the result of the action
	 * @throws IllegalArgumentException if the request is invalid, with the problem as its
	 * message
	 */
	@WriteOperation
	public ChangeDescriptor change(@Selector String name, @Nullable String action, @Nullable String timeout,
			@Nullable String force, @Nullable String path, @Nullable String handle) {
		Mount mount = require(name);
		return change(mount, ChangeRequest.of(action, timeout, force, path, handle));
	}

	private ChangeDescriptor change(Mount mount, ChangeRequest request) {
		String name = mount.options().name();
		MountActions on = this.actions.computeIfAbsent(name, (key) -> new MountActions(mount));
		Duration timeout = (request.timeout() != null) ? request.timeout() : this.timeouts.apply(name);
		String failure = null;
		UnstoredFiles unstored = null;
		ReleasedHandle released = null;
		switch (request.action()) {
			case MOUNT -> failure = failure(on::mount);
			case UNMOUNT -> failure = failure(() -> on.unmount(request.force() ? Duration.ZERO : timeout));
			case DRAIN -> unstored = on.drain(timeout, MAX_UNSTORED);
			case INVALIDATE -> invalidate(on, request.path());
			case RELEASE -> released = release(on, name, request.handle());
		}
		return new ChangeDescriptor(name, request.action(), mount.state(), failure, unstored, released);
	}

	private static @Nullable String failure(Runnable change) {
		try {
			change.run();
			return null;
		}
		catch (MountException ex) {
			return ex.getMessage();
		}
	}

	private static void invalidate(MountActions on, @Nullable String path) {
		try {
			on.invalidate(path);
		}
		catch (ErrnoException ex) {
			throw new UnknownSubjectException("'" + path + "' cannot be looked up: " + ex.getMessage());
		}
	}

	private static ReleasedHandle release(MountActions on, String name, long handle) {
		ReleasedHandle released = on.release(handle);
		if (released == null) {
			throw new UnknownSubjectException("'" + name + "' has no open handle " + handle);
		}
		return released;
	}

	Mount require(String name) {
		Mount mount = this.registry.find(name);
		if (mount == null) {
			throw new UnknownSubjectException("There is no mount '" + name + "', only " + names());
		}
		return mount;
	}

	private String names() {
		return this.registry.mounts()
			.stream()
			.map((mount) -> "'" + mount.options().name() + "'")
			.collect(Collectors.joining(", "));
	}

}
