package io.fusemount.core.handover;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.Arrays;

import io.fusemount.core.node.AttributeValues;
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

	/** As {@link DataOutputStream} writes numbers. */
	private static final VarHandle NUMBERS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

	/** Notes of a write have fewer bytes. */
	private static final int USUAL = 256;

	private byte[] bytes = new byte[USUAL];

	private int length;

	/**
	 * Returns what has been written.
	 */
	public byte[] toByteArray() {
		return Arrays.copyOf(this.bytes, this.length);
	}

	private int room(int more) {
		int at = this.length;
		if (more > this.bytes.length - at) {
			this.bytes = Arrays.copyOf(this.bytes, Math.addExact(at, Math.max(more, at)));
		}
		this.length = at + more;
		return at;
	}

	/**
	 * Writes a number.
	 */
	public NoteWriter number(long value) {
		int at = room(Long.BYTES);
		NUMBERS.set(this.bytes, at, value);
		return this;
	}

	/**
	 * Writes a truth value.
	 */
	public NoteWriter flag(boolean value) {
		int at = room(1);
		this.bytes[at] = (byte) (value ? 1 : 0);
		return this;
	}

	/**
	 * Writes a text of up to some 20,000 characters, or none.
	 */
	public NoteWriter text(@Nullable String value) {
		flag(value != null);
		return (value != null) ? characters(value) : this;
	}

	private NoteWriter characters(String value) {
		ByteArrayOutputStream text = new ByteArrayOutputStream(value.length() + 2);
		try {
			new DataOutputStream(text).writeUTF(value);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return append(text.toByteArray());
	}

	private NoteWriter append(byte[] value) {
		int at = room(value.length);
		System.arraycopy(value, 0, this.bytes, at, value.length);
		return this;
	}

	/**
	 * Writes bytes with their number.
	 */
	public NoteWriter bytes(byte[] value) {
		return number(value.length).append(value);
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

	/**
	 * Writes changes of extended attributes.
	 */
	public NoteWriter attributes(AttributeValues values) {
		number(values.texts().size());
		values.texts().forEach((name, text) -> text(name).text(text.orElse(null)));
		return this;
	}

	private NoteWriter integer(@Nullable Integer value) {
		flag(value != null);
		return (value != null) ? number(value) : this;
	}

}
