package io.fusemount.transport.device.neighbour;

import java.io.UncheckedIOException;
import java.time.Duration;

import io.fusemount.core.handover.NoteReader;
import io.fusemount.core.handover.NoteWriter;
import io.fusemount.core.handover.Notes;
import io.fusemount.core.mount.MountOptions;
import io.fusemount.core.mountinfo.PathWalk;
import org.jspecify.annotations.Nullable;

/**
 * What a process asks for: a mount as it would make it.
 *
 * @param notes the form of the notes that it reads
 * @param name the name of the mount
 * @param mountPoint the mount point, without symbolic links
 * @param kernel what the kernel checks, which it does as it was told first
 * @param timeout how long the process waits
 */
record Request(String notes, String name, String mountPoint, Kernel kernel, Duration timeout) {

	/** Changes with the messages between the processes. */
	private static final String FORM = "fusemount-takeover-2";

	static Request of(MountOptions options, Duration timeout) {
		return new Request(Notes.form(), options.name(), PathWalk.unvisited(options.mountPoint()).toString(),
				Kernel.of(options), timeout);
	}

	/**
	 * Reads a request.
	 * @return the request, {@code null} if it has another form
	 */
	static @Nullable Request read(byte[] bytes) {
		try {
			NoteReader reader = new NoteReader(bytes);
			return FORM.equals(reader.text())
					? new Request(reader.requireText(), reader.requireText(), reader.requireText(),
							new Kernel(reader.flag(), reader.flag(), reader.flag()), Duration.ofMillis(reader.number()))
					: null;
		}
		catch (UncheckedIOException ex) {
			return null;
		}
	}

	byte[] bytes() {
		return new NoteWriter().text(FORM)
			.text(this.notes)
			.text(this.name)
			.text(this.mountPoint)
			.flag(this.kernel.readOnly())
			.flag(this.kernel.allowOther())
			.flag(this.kernel.defaultPermissions())
			.number(this.timeout.toMillis())
			.toByteArray();
	}

	/**
	 * Returns why another process could not go on with a mount, in words; {@code null} if
	 * it could.
	 * @param served the mount as it is served
	 */
	@Nullable String objection(Request served) {
		if (!this.notes.equals(served.notes)) {
			return "Its version of the product reads other notes (%s) than this one writes (%s)".formatted(this.notes,
					served.notes);
		}
		if (!this.name.equals(served.name)) {
			return "The mount is '%s' there and '%s' here".formatted(this.name, served.name);
		}
		if (!this.mountPoint.equals(served.mountPoint)) {
			return "The mount point is %s there and %s here".formatted(this.mountPoint, served.mountPoint);
		}
		return this.kernel.equals(served.kernel) ? null
				: "read-only, allow-other or default-permissions of fusemount differ";
	}

	/**
	 * What the kernel checks by itself.
	 */
	record Kernel(boolean readOnly, boolean allowOther, boolean defaultPermissions) {

		static Kernel of(MountOptions options) {
			return new Kernel(options.readOnly(), options.allowOther(), options.defaultPermissions());
		}

	}

}
