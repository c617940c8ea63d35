package io.fusemount.data.jpa.blob;

import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.sql.Clob;
import java.sql.SQLException;
import java.util.function.Predicate;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.data.jpa.mapping.EntityMapping;
import jakarta.persistence.PersistenceException;
import org.hibernate.Hibernate;
import org.jspecify.annotations.Nullable;

/**
 * Content that is text for the application and UTF-8 for programs, held in memory as a
 * whole.
 */
final class ContentText {

	private final String property;

	private final boolean clob;

	private final long length;

	private final Predicate<String> characters;

	ContentText(EntityMapping entity, Predicate<String> characters) {
		this.property = entity.name() + "." + entity.content();
		this.clob = entity.content().type() == Clob.class;
		this.length = entity.contentColumn().length();
		this.characters = characters;
	}

	/**
	 * Returns the value of the property for the bytes of a file.
	 * @throws ErrnoException {@code EILSEQ} if the bytes are not text that the column can
	 * store, {@code EFBIG} if the text is too long
	 */
	Object value(byte[] bytes) {
		String text = decode(bytes);
		if (text.codePointCount(0, text.length()) > this.length) {
			throw new ErrnoException(Errno.EFBIG, "The column of " + this.property + " holds " + this.length
					+ " characters, not " + text.codePointCount(0, text.length()), "Give the column a greater length",
					null);
		}
		if (!this.characters.test(text)) {
			throw new ErrnoException(Errno.EILSEQ,
					"The column of " + this.property + " cannot keep all characters of the file, such as NUL or emoji");
		}
		return value(text);
	}

	/** Returns the value of the property for text. */
	Object value(String text) {
		return this.clob ? Hibernate.getLobHelper().createClob(new WholeCharacters(text), text.length()) : text;
	}

	private String decode(byte[] bytes) {
		try {
			return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
		}
		catch (CharacterCodingException ex) {
			throw new ErrnoException(Errno.EILSEQ, this.property + " is text, and the file is not in UTF-8",
					"Store it in UTF-8, or let the property be a Blob or byte[]", ex);
		}
	}

	/**
	 * Returns the bytes of a file for a value of the property.
	 * @throws ErrnoException {@code EILSEQ} if the text cannot be encoded in UTF-8
	 */
	ByteBuffer bytes(@Nullable Object value) {
		try {
			return StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text(value)));
		}
		catch (CharacterCodingException ex) {
			throw new ErrnoException(Errno.EILSEQ, this.property + " has half of a character, which has no UTF-8", ex);
		}
	}

	/** Returns the text of a value of the property. */
	static String text(@Nullable Object value) {
		if (!(value instanceof Clob large)) {
			return (value != null) ? (String) value : "";
		}
		// As a stream: other methods of drivers count bytes or do not know the charset.
		try (Reader reader = large.getCharacterStream()) {
			StringWriter text = new StringWriter();
			reader.transferTo(text);
			return text.toString();
		}
		catch (IOException | SQLException ex) {
			throw new PersistenceException("Content cannot be read", ex);
		}
	}

	/**
	 * Never splits a surrogate pair: MariaDB's driver encodes each buffer on its own.
	 */
	private static final class WholeCharacters extends Reader {

		private final String text;

		private int position;

		WholeCharacters(String text) {
			this.text = text;
		}

		@Override
		public int read(char[] target, int offset, int length) {
			int left = this.text.length() - this.position;
			if (left == 0 && length > 0) {
				return -1;
			}
			int end = this.position + Math.min(left, length);
			if (end - this.position > 1 && end < this.text.length()
					&& Character.isHighSurrogate(this.text.charAt(end - 1))) {
				end--;
			}
			int read = end - this.position;
			this.text.getChars(this.position, end, target, offset);
			this.position = end;
			return read;
		}

		@Override
		public void close() {
		}

	}

}
