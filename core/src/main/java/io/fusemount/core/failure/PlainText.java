package io.fusemount.core.failure;

import java.util.stream.IntStream;

/**
 * Printable text. A file name or a database message may contain any character, but a line
 * break must not look like another line, and an escape sequence must not reach a
 * terminal.
 */
public final class PlainText {

	/** Names have at most 255 bytes, and a message states its point first. */
	private static final int MAX_LENGTH = 1000;

	private PlainText() {
	}

	/**
	 * Returns the whole text in printable form. A long path is not cut, because its end
	 * matters most.
	 */
	public static String of(String text) {
		return of(text.codePoints());
	}

	/**
	 * Returns the text in printable form, cut to a length that memory has room for many
	 * times.
	 */
	static String brief(String text) {
		return of(text.codePoints().limit(MAX_LENGTH));
	}

	static String of(IntStream characters) {
		StringBuilder plain = new StringBuilder();
		characters.forEach((c) -> {
			int type = Character.getType(c);
			if (type == Character.CONTROL || type == Character.SURROGATE) {
				plain.append(String.format("\\x%02x", c));
			}
			else if (type == Character.FORMAT || type == Character.LINE_SEPARATOR
					|| type == Character.PARAGRAPH_SEPARATOR) {
				// This includes the characters that reverse the direction of writing.
				plain.append(String.format("\\u{%x}", c));
			}
			else {
				plain.appendCodePoint(c);
			}
		});
		return plain.toString();
	}

}
