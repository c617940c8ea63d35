package io.fusemount.core.name;

import java.nio.charset.StandardCharsets;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;

/**
 * The name of one file in one directory: not empty, neither {@code .} nor {@code ..},
 * without {@code /} and NUL, encodable as UTF-8, at most 255 bytes. Equality is byte for
 * byte.
 *
 * @param value the name as programs see it
 */
public record Name(String value) implements Comparable<Name> {

	/** The longest name in bytes, {@code NAME_MAX}. */
	public static final int MAX_BYTES = 255;

	/** The name of a mount's service directory, which the listing of the root omits. */
	public static final Name SERVICE = new Name(".fusemount");

	/**
	 * Checks the name.
	 * @throws ErrnoException {@code ENAMETOOLONG} if the name is longer than
	 * {@link #MAX_BYTES}, {@code EINVAL} if it is invalid
	 */
	public Name {
		if (value.isEmpty() || value.equals(".") || value.equals("..") || value.indexOf('/') >= 0
				|| value.indexOf('\0') >= 0 || !isEncodable(value)) {
			throw new ErrnoException(Errno.EINVAL, "Not a file name: '" + value + "'");
		}
		if (length(value) > MAX_BYTES) {
			throw new ErrnoException(Errno.ENAMETOOLONG, "Name of more than " + MAX_BYTES + " bytes: '" + value + "'");
		}
	}

	static int length(String value) {
		return value.getBytes(StandardCharsets.UTF_8).length;
	}

	static boolean isEncodable(String value) {
		for (int i = 0; i < value.length(); i++) {
			char c = value.charAt(i);
			if (Character.isHighSurrogate(c) && i + 1 < value.length()
					&& Character.isLowSurrogate(value.charAt(i + 1))) {
				i++;
			}
			else if (Character.isSurrogate(c)) {
				return false;
			}
		}
		return true;
	}

	@Override
	public int compareTo(Name other) {
		return this.value.compareTo(other.value);
	}

	@Override
	public String toString() {
		return this.value;
	}

}
