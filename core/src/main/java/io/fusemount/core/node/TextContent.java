package io.fusemount.core.node;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Text in UTF-8, for files whose content is generated.
 */
public final class TextContent implements Content {

	private final String text;

	private final byte[] bytes;

	private TextContent(String text) {
		this.text = text;
		this.bytes = text.getBytes(StandardCharsets.UTF_8);
	}

	/**
	 * Returns the content of a text.
	 */
	public static TextContent of(String text) {
		return new TextContent(text);
	}

	/**
	 * Returns the number of bytes.
	 */
	public int size() {
		return this.bytes.length;
	}

	@Override
	public int read(long position, ByteBuffer target) {
		int length = (int) Math.min(target.remaining(), Math.max(0, this.bytes.length - position));
		if (length > 0) {
			target.put(this.bytes, (int) position, length);
		}
		return length;
	}

	@Override
	public boolean equals(Object other) {
		return other instanceof TextContent content && content.text.equals(this.text);
	}

	@Override
	public int hashCode() {
		return this.text.hashCode();
	}

	@Override
	public String toString() {
		return this.text;
	}

}
