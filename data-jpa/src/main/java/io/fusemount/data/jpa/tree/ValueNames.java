package io.fusemount.data.jpa.tree;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.name.NameCodec;
import io.fusemount.core.node.NodeKey;
import io.fusemount.data.jpa.template.ValueText;
import org.jspecify.annotations.Nullable;

/**
 * The names of values, each of a single value. A value with the name of the directory of
 * no value has its parenthesis encoded, and a text that is too long ends with its hash.
 *
 * @param text the texts of the values
 */
record ValueNames(ValueText text) {

	private static final Pattern RESERVED = Pattern.compile("%?((?:25)*)(\\(|28)none\\)");

	private static final String HASH_MARK = "~%h";

	private static final int HASH_LENGTH = 16;

	Name name(Object value) {
		String plain = this.text.format(value);
		Matcher reserved = RESERVED.matcher(plain);
		if (plain.equals(Shape.NOTHING.value())) {
			return new Name("%28none)");
		}
		Name name = NameCodec
			.encode((reserved.matches() && plain.startsWith("%")) ? "%25" + plain.substring(1) : plain);
		return (name != null) ? name : hashed(plain);
	}

	private static Name hashed(String plain) {
		String end = HASH_MARK + String.format("%0" + HASH_LENGTH + "x", new NodeKey("", plain).inode());
		return new Name(NameCodec.encodePrefix(plain, Name.MAX_BYTES - end.length()) + end);
	}

	/**
	 * Whether the name may have a hash, so that only a search of all values finds the
	 * value.
	 */
	boolean isHashed(Name name) {
		int mark = name.value().lastIndexOf(HASH_MARK);
		return mark >= 0 && mark + HASH_MARK.length() + HASH_LENGTH == name.value().length();
	}

	/** Returns the value with the name, or {@code null} if no value can have it. */
	@Nullable Object value(Name name) {
		String value = name.value();
		Matcher reserved = RESERVED.matcher(value);
		if (reserved.matches() && value.startsWith("%")) {
			value = reserved.group(1).isEmpty() ? "(none)" : "%" + value.substring("%25".length());
			return parsed(value, name);
		}
		try {
			return parsed(NameCodec.decode(name), name);
		}
		catch (ErrnoException ex) {
			return null;
		}
	}

	private @Nullable Object parsed(String plain, Name name) {
		Object value = this.text.parse(plain);
		return (value != null && name(value).equals(name)) ? value : null;
	}

}
