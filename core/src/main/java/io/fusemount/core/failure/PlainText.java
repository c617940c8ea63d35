package io.fusemount.core.failure;

import java.util.stream.IntStream;

/**
 * Text that can be printed: a name or a message of a database may hold any character, and
 * a line break in one must not look like another line, nor an escape sequence reach a
 * terminal.
 */
public final class PlainText {

	/** Names have 255 bytes at the most, and what a reason says, it says first. */
	private static final int MAX_LENGTH = 1000;

	private PlainText() {
	}

	/**
	 * Returns all of a text: of a long path, the end matters most.
	 */
	public static String of(String text) {
		return of(text.codePoints());
	}

	/**
	 * Returns no more of a text than can be kept in memory for each of many.
	 */
	static String brief(String text) {
		return of(text.codePoints().limit(MAX_LENGTH));
	}

	private static String of(IntStream characters) {
		StringBuilder plain = new StringBuilder();
		characters.forEach((c) -> {
			int type = Character.getType(c);
			if (type == Character.CONTROL || type == Character.SURROGATE) {
				plain.append(String.format("\\x%02x", c));
			}
			else if (type == Character.FORMAT || type == Character.LINE_SEPARATOR
					|| type == Character.PARAGRAPH_SEPARATOR) {
				// Among them those that turn the direction of writing.
				plain.append(String.format("\\u{%x}", c));
			}
			else {
				plain.appendCodePoint(c);
			}
		});
		return plain.toString();
	}

}
