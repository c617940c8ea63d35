package io.fusemount.core.handover;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

import io.fusemount.core.name.Name;
import io.fusemount.core.node.AttributeValues;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Ownership;
import io.fusemount.core.node.Place;
import io.fusemount.core.operation.Caller;
import org.jspecify.annotations.Nullable;

/**
 * Reads the values of a note that {@link NoteWriter} has written.
 */
public final class NoteReader {

	private final DataInputStream source;

	/**
	 * Creates a reader that begins with the first value.
	 */
	public NoteReader(byte[] bytes) {
		this.source = new DataInputStream(new ByteArrayInputStream(bytes));
	}

	/**
	 * Reads a number.
	 */
	public long number() {
		return read(DataInputStream::readLong);
	}

	/**
	 * Reads a truth value.
	 */
	public boolean flag() {
		return read(DataInputStream::readBoolean);
	}

	/**
	 * Reads a text, {@code null} if there is none.
	 */
	public @Nullable String text() {
		return flag() ? read((in) -> in.readUTF()) : null;
	}

	/**
	 * Reads a text that is there.
	 */
	public String requireText() {
		String text = text();
		if (text == null) {
			throw new UncheckedIOException(new IOException("A text is missing in the notes"));
		}
		return text;
	}

	/**
	 * Reads bytes.
	 */
	public byte[] bytes() {
		int length = (int) number();
		return read((in) -> {
			byte[] bytes = new byte[length];
			in.readFully(bytes);
			return bytes;
		});
	}

	/**
	 * Reads a key, {@code null} if there is none.
	 */
	public @Nullable NodeKey key() {
		String space = text();
		return (space != null) ? new NodeKey(space, requireText()) : null;
	}

	/**
	 * Reads a time, {@code null} if there is none.
	 */
	public @Nullable Instant time() {
		return flag() ? Instant.ofEpochSecond(number(), number()) : null;
	}

	/**
	 * Reads a caller, {@code null} if there is none.
	 */
	public @Nullable Caller caller() {
		return flag() ? new Caller((int) number(), (int) number(), (int) number()) : null;
	}

	/**
	 * Reads an owner, a group and a mode.
	 */
	public Ownership ownership() {
		return new Ownership(integer(), integer(), integer());
	}

	/**
	 * Reads changes of extended attributes.
	 */
	public AttributeValues attributes() {
		AttributeValues values = AttributeValues.NONE;
		for (long count = number(); count > 0; count--) {
			values = values.with(new AttributeValues(Map.of(requireText(), Optional.ofNullable(text()))));
		}
		return values;
	}

	private @Nullable Integer integer() {
		return flag() ? (int) number() : null;
	}

	/**
	 * Reads a place.
	 * @param directories finds a directory by its key
	 * @return the place, {@code null} if there is none, or no such directory any more
	 */
	public @Nullable Place place(Function<NodeKey, @Nullable Directory> directories) {
		NodeKey key = key();
		if (key == null) {
			return null;
		}
		Name name = new Name(requireText());
		Directory directory = directories.apply(key);
		return (directory != null) ? new Place(directory, name) : null;
	}

	private <T> T read(Reading<T> reading) {
		try {
			return reading.from(this.source);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@FunctionalInterface
	private interface Reading<T> {

		T from(DataInputStream source) throws IOException;

	}

}
