package io.fusemount.core.mount;

import io.fusemount.core.handover.Notebook;
import org.jspecify.annotations.Nullable;

/**
 * What this process has got of a mount that another process has served or serves.
 *
 * @param connected whether this process has the connection to the kernel
 * @param refusal why the process that serves the mount keeps it, in words; {@code null}
 * if none was asked
 * @param recorded what a process that has crashed has written down of the mount, without
 * the handles that no program has got; {@code null} if there is nothing. What a process
 * has left in the spool counts more
 */
public record Inheritance(boolean connected, @Nullable String refusal, Notebook.@Nullable Contents recorded) {

	/** Nobody has served the mount, as far as is known. */
	public static final Inheritance NONE = new Inheritance(false, null, null);

	/** The connection to the kernel, with which the mount goes on. */
	public static final Inheritance CONNECTION = new Inheritance(true, null, null);

	/**
	 * Returns what is got from a process that is not there any more.
	 */
	public static Inheritance left(Notebook.@Nullable Contents recorded) {
		return new Inheritance(true, null, recorded);
	}

	/**
	 * Returns what is got from a process that keeps the mount.
	 */
	public static Inheritance refused(String reason) {
		return new Inheritance(false, reason, null);
	}

}
