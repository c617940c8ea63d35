package io.fusemount.core.failure;

/**
 * Text that can be printed: a name or a message of a database may hold any character, and
 * a line break in one must not look like another line, nor an escape sequence reach a
 * terminal.
 */
final class PlainText {

	/** Names have 255 bytes at the most, and what a reason says, it says first. */
	private static final int MAX_LENGTH = 1000;

	private PlainText() {
	}

	static String of(String text) {
		StringBuilder plain = new StringBuilder(text.length());
		text.codePoints().limit(MAX_LENGTH).forEach((c) -> {
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
