package io.fusemount.core.handover;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;

import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Ownership;
import io.fusemount.core.node.Place;
import io.fusemount.core.operation.Caller;
import org.jspecify.annotations.Nullable;

/**
 * Writes the values of a note, one after the other. {@link NoteReader} reads them in the
 * same order.
 */
public final class NoteWriter {

	private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

	private final DataOutputStream target = new DataOutputStream(this.bytes);

	/**
	 * Returns what has been written.
	 */
	public byte[] toByteArray() {
		return this.bytes.toByteArray();
	}

	/**
	 * Writes a number.
	 */
	public NoteWriter number(long value) {
		return write((out) -> out.writeLong(value));
	}

	/**
	 * Writes a truth value.
	 */
	public NoteWriter flag(boolean value) {
		return write((out) -> out.writeBoolean(value));
	}

	/**
	 * Writes a text of up to some 20,000 characters, or none.
	 */
	public NoteWriter text(@Nullable String value) {
		flag(value != null);
		return (value != null) ? write((out) -> out.writeUTF(value)) : this;
	}

	/**
	 * Writes bytes with their number.
	 */
	public NoteWriter bytes(byte[] value) {
		number(value.length);
		return write((out) -> out.write(value));
	}

	/**
	 * Writes a key, or none.
	 */
	public NoteWriter key(@Nullable NodeKey value) {
		text((value != null) ? value.space() : null);
		return (value != null) ? text(value.id()) : this;
	}

	/**
	 * Writes a time, or none.
	 */
	public NoteWriter time(@Nullable Instant value) {
		flag(value != null);
		return (value != null) ? number(value.getEpochSecond()).number(value.getNano()) : this;
	}

	/**
	 * Writes a caller, or none.
	 */
	public NoteWriter caller(@Nullable Caller value) {
		flag(value != null);
		return (value != null) ? number(value.uid()).number(value.gid()).number(value.pid()) : this;
	}

	/**
	 * Writes the key of the directory and the name of a place, or none.
	 */
	public NoteWriter place(@Nullable Place value) {
		key((value != null) ? value.directoryKey() : null);
		return (value != null) ? text(value.name().value()) : this;
	}

	/**
	 * Writes an owner, a group and a mode, each if it is given.
	 */
	public NoteWriter ownership(Ownership value) {
		return integer(value.owner()).integer(value.group()).integer(value.mode());
	}

	private NoteWriter integer(@Nullable Integer value) {
		flag(value != null);
		return (value != null) ? number(value) : this;
	}

	private NoteWriter write(Writing writing) {
		try {
			writing.to(this.target);
			return this;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@FunctionalInterface
	private interface Writing {

		void to(DataOutputStream target) throws IOException;

	}

}
