package io.fusemount.core.name;

import java.nio.charset.StandardCharsets;

/**
 * A file name in two parts, so that something can come between them and what is too long
 * is cut from the first one: programs know a file by its extension.
 *
 * @param stem what comes before the extension
 * @param extension the extension with its dot, or the empty text
 */
public record NameParts(String stem, String extension) {

	/** What is longer than this is no extension. */
	private static final int MAX_EXTENSION_BYTES = 32;

	/**
	 * Takes a name apart.
	 */
	public static NameParts of(String name) {
		int dot = name.lastIndexOf('.');
		boolean extended = dot > 0 && length(name.substring(dot)) <= MAX_EXTENSION_BYTES;
		return extended ? new NameParts(name.substring(0, dot), name.substring(dot)) : new NameParts(name, "");
	}

	/**
	 * Returns a name of at most so many bytes of UTF-8, cut within its stem and within no
	 * character.
	 * @param infix what stands between stem and extension
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
