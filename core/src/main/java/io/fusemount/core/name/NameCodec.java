package io.fusemount.core.name;

import java.util.HexFormat;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import org.jspecify.annotations.Nullable;

/**
 * Percent-encoding between any text and valid {@linkplain Name names}, without loss in
 * either direction. Only what a name can not hold is encoded: {@code /}, NUL and unpaired
 * surrogates anywhere, the texts {@code .} and {@code ..}, the empty text (as a lone
 * {@code %}), and a percent sign where it would otherwise be read as one of these. So
 * nearly every text, {@code 100%} and {@code %41} included, is its own name.
 */
public final class NameCodec {

	/** The name of the empty text. */
	private static final String EMPTY = "%";

	/** Length of the three encoded bytes of an unpaired surrogate. */
	private static final int SURROGATE_LENGTH = 9;

	private NameCodec() {
	}

	/**
	 * Returns the name of a text, or {@code null} if it takes more than
	 * {@link Name#MAX_BYTES} bytes.
	 */
	public static @Nullable Name encode(String text) {
		String encoded = encodeText(text);
		return (Name.length(encoded) <= Name.MAX_BYTES) ? new Name(encoded) : null;
	}

	/**
	 * Returns the longest beginning of the encoded text that takes at most
	 * {@code maxBytes} bytes and splits neither a character nor an encoded one.
	 */
	public static String encodePrefix(String text, int maxBytes) {
		StringBuilder prefix = new StringBuilder();
		int bytes = 0;
		for (int i = 0; i < text.length();) {
			int codePoint = text.codePointAt(i);
			StringBuilder unit = new StringBuilder();
			appendEncoded(text, i, codePoint, unit);
			bytes += Name.length(unit.toString());
			if (bytes > maxBytes) {
				break;
			}
			prefix.append(unit);
			i += Character.charCount(codePoint);
		}
		return prefix.toString();
	}

	/**
	 * Returns the text whose name this is; the inverse of {@link #encode}.
	 * @throws ErrnoException {@code EINVAL} if no text has this name, so that a file can
	 * never come back under another name than it was given
	 */
	public static String decode(Name name) {
		String decoded = decodeText(name.value());
		if (!encodeText(decoded).equals(name.value())) {
			throw new ErrnoException(Errno.EINVAL, "Ambiguous percent-encoding in the name '" + name + "'");
		}
		return decoded;
	}

	private static String encodeText(String text) {
		switch (text) {
			case "":
				return EMPTY;
			case EMPTY:
				return "%25";
			case ".":
				return "%2E";
			case "..":
				return "%2E%2E";
			case "%2E":
				return "%252E";
			case "%2E%2E":
				return "%252E%2E";
			default:
				StringBuilder encoded = new StringBuilder(text.length());
				for (int i = 0; i < text.length();) {
					int codePoint = text.codePointAt(i);
					appendEncoded(text, i, codePoint, encoded);
					i += Character.charCount(codePoint);
				}
				return encoded.toString();
		}
	}

	private static void appendEncoded(String text, int index, int codePoint, StringBuilder target) {
		if (codePoint == '/' || codePoint == 0 || (codePoint == '%' && isSequence(text, index))) {
			appendByte(codePoint, target);
		}
		else if (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE) {
			// An unpaired surrogate has no UTF-8 form; its three WTF-8 bytes stand for
			// it.
			appendByte(0xE0 | (codePoint >> 12), target);
			appendByte(0x80 | ((codePoint >> 6) & 0x3F), target);
			appendByte(0x80 | (codePoint & 0x3F), target);
		}
		else {
			target.appendCodePoint(codePoint);
		}
	}

	private static void appendByte(int value, StringBuilder target) {
		target.append('%').append(HexFormat.of().withUpperCase().toHexDigits((byte) value));
	}

	private static boolean isSequence(String text, int index) {
		return text.startsWith("%2F", index) || text.startsWith("%00", index) || text.startsWith("%25", index)
				|| surrogateAt(text, index) != 0;
	}

	/** Returns the surrogate whose three encoded bytes start here, or 0. */
	private static char surrogateAt(String text, int index) {
		if (!text.startsWith("%ED%", index) || index + SURROGATE_LENGTH > text.length()
				|| text.charAt(index + 6) != '%') {
			return 0;
		}
		int second = upperHex(text, index + 4);
		int third = upperHex(text, index + 7);
		return (second >= 0xA0 && second <= 0xBF && third >= 0x80 && third <= 0xBF)
				? (char) (0xD000 | ((second & 0x3F) << 6) | (third & 0x3F)) : 0;
	}

	private static int upperHex(String text, int index) {
		String digits = text.substring(index, index + 2);
		boolean upper = digits.chars().allMatch((c) -> (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F'));
		return upper ? HexFormat.fromHexDigits(digits) : -1;
	}

	private static String decodeText(String value) {
		switch (value) {
			case EMPTY:
				return "";
			case "%2E":
				return ".";
			case "%2E%2E":
				return "..";
			case "%252E":
				return "%2E";
			case "%252E%2E":
				return "%2E%2E";
			default:
				StringBuilder decoded = new StringBuilder(value.length());
				for (int i = 0; i < value.length();) {
					i += decodeUnit(value, i, decoded);
				}
				return decoded.toString();
		}
	}

	/** Decodes what starts here and returns its length. */
	private static int decodeUnit(String value, int index, StringBuilder target) {
		if (!isSequence(value, index)) {
			target.append(value.charAt(index));
			return 1;
		}
		char surrogate = surrogateAt(value, index);
		if (surrogate != 0) {
			target.append(surrogate);
			return SURROGATE_LENGTH;
		}
		target.append((char) HexFormat.fromHexDigits(value, index + 1, index + 3));
		return 3;
	}

}
