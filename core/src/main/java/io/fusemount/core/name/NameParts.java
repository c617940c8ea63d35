package io.fusemount.core.name;

import java.nio.charset.StandardCharsets;

/**
 * A file name in two parts. Text can be inserted between the parts, and an overlong name
 * is cut in the first part, because programs recognize a file by its extension.
 *
 * @param stem the part before the extension
 * @param extension the extension with its dot, or the empty text
 */
public record NameParts(String stem, String extension) {

	/** A longer suffix is not an extension. */
	private static final int MAX_EXTENSION_BYTES = 32;

	/**
	 * Splits a name into its parts.
	 */
	public static NameParts of(String name) {
		int dot = name.lastIndexOf('.');
		boolean extended = dot > 0 && length(name.substring(dot)) <= MAX_EXTENSION_BYTES;
		return extended ? new NameParts(name.substring(0, dot), name.substring(dot)) : new NameParts(name, "");
	}

	/**
	 * Returns a name of at most {@code maxBytes} bytes of UTF-8. An overlong name is cut
	 * within its stem, without splitting a character.
	 * @param infix the text between stem and extension
	 */
	public String with(String infix, int maxBytes) {
		int room = maxBytes - length(infix) - length(this.extension);
		int end = this.stem.length();
		while (end > 0 && length(this.stem.substring(0, end)) > room) {
			end = this.stem.offsetByCodePoints(end, -1);
		}
		return this.stem.substring(0, end) + infix + this.extension;
	}

	private static int length(String text) {
		return text.getBytes(StandardCharsets.UTF_8).length;
	}

}
