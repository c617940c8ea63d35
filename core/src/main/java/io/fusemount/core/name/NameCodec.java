package io.fusemount.core.name;

import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import org.jspecify.annotations.Nullable;

/**
 * Percent-encoding between any text and valid {@linkplain Name names}, lossless in both
 * directions. Only characters that a name cannot contain are encoded: {@code /} as
 * {@code %2F}, NUL and unpaired surrogates as their bytes in Java's modified UTF-8 and
 * WTF-8 ({@code %C0%80}, {@code %ED%A0%80}), the texts {@code .} and {@code ..} as
 * {@code %2E} and {@code %2E%2E}, and the empty text as a single {@code %}. Where text
 * already looks like one of these, its percent sign becomes {@code %25}, and once more
 * for each such level. Every other text is its own name, including {@code 100%}, {@code
 * %20} and {@code a%25b}.
 */
public final class NameCodec {

	private static final Pattern SEQUENCE = Pattern.compile("%((?:25)*)(2F|C0%80|ED%[AB][0-9A-F]%[89AB][0-9A-F])");

	/** The encoding of a text as a whole: the empty text, one dot, two dots. */
	private static final Pattern WHOLE = Pattern.compile("%((?:25)*)(|2E|2E%2E)");

	/**
	 * The length of the three encoded bytes of an unpaired surrogate, without the first
	 * %.
	 */
	private static final int SURROGATE_LENGTH = 8;

	private static final HexFormat HEX = HexFormat.of().withUpperCase();

	private NameCodec() {
	}

	/**
	 * Returns the name of a text, or {@code null} if the name would exceed
	 * {@link Name#MAX_BYTES} bytes.
	 */
	public static @Nullable Name encode(String text) {
		String encoded = encodeText(text);
		return (Name.length(encoded) <= Name.MAX_BYTES) ? new Name(encoded) : null;
	}

	/**
	 * Returns the longest prefix of a text whose name takes at most {@code maxBytes}
	 * bytes, without splitting a character.
	 */
	public static String encodePrefix(String text, int maxBytes) {
		for (int end = Math.min(text.length(), maxBytes); end > 0; end--) {
			boolean splits = end < text.length() && Character.isHighSurrogate(text.charAt(end - 1))
					&& Character.isLowSurrogate(text.charAt(end));
			String encoded = encodeText(text.substring(0, end));
			if (!splits && Name.length(encoded) <= maxBytes) {
				return encoded;
			}
		}
		return "";
	}

	/**
	 * Returns the text that the name encodes; the inverse of {@link #encode}.
	 * @throws ErrnoException {@code EINVAL} if no text has this name (two encoded
	 * surrogates that would fuse into one character), so that a file never reappears
	 * under a name other than its own
	 */
	public static String decode(Name name) {
		String decoded = decodeText(name.value());
		if (!encodeText(decoded).equals(name.value())) {
			throw new ErrnoException(Errno.EINVAL, "Ambiguous percent-encoding in the name '" + name + "'");
		}
		return decoded;
	}

	private static String encodeText(String text) {
		if (text.isEmpty() || text.equals(".") || text.equals("..")) {
			return "%" + text.replace(".", "2E%").replaceFirst("%$", "");
		}
		if (WHOLE.matcher(text).matches()) {
			return "%25" + text.substring(1);
		}
		String escaped = (text.indexOf('%') < 0) ? text : SEQUENCE.matcher(text).replaceAll("%25$1$2");
		StringBuilder encoded = new StringBuilder(escaped.length());
		escaped.codePoints().forEach((codePoint) -> append(codePoint, encoded));
		return encoded.toString();
	}

	private static void append(int codePoint, StringBuilder target) {
		if (codePoint == '/') {
			target.append("%2F");
		}
		else if (codePoint == 0) {
			target.append("%C0%80");
		}
		else if (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE) {
			target.append("%ED%").append(HEX.toHexDigits((byte) (0x80 | ((codePoint >> 6) & 0x3F))));
			target.append('%').append(HEX.toHexDigits((byte) (0x80 | (codePoint & 0x3F))));
		}
		else {
			target.appendCodePoint(codePoint);
		}
	}

	private static String decodeText(String value) {
		if (value.indexOf('%') < 0) {
			return value;
		}
		Matcher whole = WHOLE.matcher(value);
		if (whole.matches()) {
			return whole.group(1).isEmpty() ? whole.group(2).replace("2E", ".").replace("%", "")
					: "%" + value.substring(3);
		}
		return SEQUENCE.matcher(value)
			.replaceAll((sequence) -> Matcher.quoteReplacement(sequence.group(1).isEmpty()
					? character(sequence.group(2)) : "%" + sequence.group(1).substring(2) + sequence.group(2)));
	}

	private static String character(String sequence) {
		if (sequence.length() < SURROGATE_LENGTH) {
			return sequence.equals("2F") ? "/" : "\0";
		}
		int second = HexFormat.fromHexDigits(sequence, 3, 5);
		int third = HexFormat.fromHexDigits(sequence, 6, 8);
		return String.valueOf((char) (0xD000 | ((second & 0x3F) << 6) | (third & 0x3F)));
	}

}
