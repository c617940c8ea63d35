package io.fusemount.data.jpa.directory;

import java.nio.charset.StandardCharsets;

import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.name.NameCodec;
import io.fusemount.core.node.NodeKey;
import io.fusemount.data.jpa.mapping.IdProperty;
import org.jspecify.annotations.Nullable;

/**
 * The rule that names every row, and no two rows alike.
 * <p>
 * A row is named after its text. If that is not possible, because the text is missing,
 * too long or shared with other rows, the row has a <i>marked</i> name:
 * {@code stem~id.extension}. If another row has exactly that text, the marked row gives
 * way to a name with a longer mark, to which no text is encoded. An id that is too long
 * for a name is replaced by its hash.
 */
final class RowNames {

	private static final char MARK = '~';

	/** No text has it: two surrogates make a character, which is encoded as itself. */
	private static final String ESCAPED_MARK = "~%ED%A0%80%ED%B0%80~";

	private static final String HASH_MARK = "%h";

	private static final int MAX_EXTENSION_BYTES = 32;

	private static final int MAX_ID_BYTES = 128;

	/**
	 * Characters to encode in an id, so that the end of the name can be parsed.
	 */
	private static final String ID_SPECIALS = "~.%/\0";

	private final IdProperty id;

	/** The prefix that tells an id from the ids of other kinds of rows. */
	private final String kind;

	/**
	 * Creates the rule.
	 * @param kind the kind of the rows if there are others in the same directory, which
	 * may have the same ids, or {@code null}
	 */
	RowNames(IdProperty id, @Nullable String kind) {
		this.id = id;
		this.kind = (kind != null) ? kind + "-" : "";
	}

	/**
	 * Returns the name after the row's text, or {@code null} if the row must not have it.
	 */
	@Nullable Name plain(Row row) {
		return (row.text() != null && !row.shared()) ? NameCodec.encode(row.text()) : null;
	}

	/** Returns the marked name. */
	Name marked(Row row) {
		return compose(row, String.valueOf(MARK));
	}

	/** Returns the marked name to which no text is encoded. */
	Name escaped(Row row) {
		return compose(row, ESCAPED_MARK);
	}

	private Name compose(Row row, String mark) {
		String text = (row.text() != null) ? row.text() : "";
		int dot = text.lastIndexOf('.');
		String extension = (dot > 0) ? text.substring(dot) : "";
		String encodedExtension = NameCodec.encodePrefix(extension, Name.MAX_BYTES);
		if (extension.length() < 2 || extension.indexOf(MARK) >= 0 || bytes(encodedExtension) > MAX_EXTENSION_BYTES) {
			extension = "";
			encodedExtension = "";
		}
		String end = this.kind + encodeId(row.id()) + encodedExtension;
		String stem = text.substring(0, text.length() - extension.length());
		// The stem does not depend on the mark.
		int room = Name.MAX_BYTES - ESCAPED_MARK.length() - bytes(end);
		return new Name(NameCodec.encodePrefix(stem, room) + mark + end);
	}

	private String encodeId(Object value) {
		String text = this.id.format(value);
		StringBuilder encoded = new StringBuilder();
		for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
			if (b < 0 || ID_SPECIALS.indexOf(b) >= 0) {
				encoded.append(String.format("%%%02X", b));
			}
			else {
				encoded.append((char) b);
			}
		}
		return (encoded.length() <= MAX_ID_BYTES) ? encoded.toString()
				: HASH_MARK + Long.toHexString(new NodeKey("", text).inode());
	}

	/** Parses a name into everything that it could stand for. */
	Meaning meaning(Name name) {
		String value = name.value();
		int mark = value.lastIndexOf(MARK);
		String end = value.substring(mark + 1);
		int dot = end.indexOf('.');
		String marked = (dot >= 0) ? end.substring(0, dot) : end;
		if (mark < 0 || marked.length() <= this.kind.length() || !marked.startsWith(this.kind)) {
			return new Meaning(text(value), null, null, false);
		}
		String idText = marked.substring(this.kind.length());
		String beginning = value.substring(0, mark + 1);
		String unescaped = beginning.endsWith(ESCAPED_MARK)
				? beginning.substring(0, beginning.length() - ESCAPED_MARK.length()) + MARK + end : null;
		return new Meaning(text(value), decodeId(idText), (unescaped != null) ? text(unescaped) : null,
				idText.startsWith(HASH_MARK));
	}

	private @Nullable Object decodeId(String encoded) {
		try {
			Object value = this.id
				.parse(java.net.URLDecoder.decode(encoded.replace("+", "%2B"), StandardCharsets.UTF_8));
			return (value != null && encodeId(value).equals(encoded)) ? value : null;
		}
		catch (IllegalArgumentException ex) {
			return null;
		}
	}

	/** Returns the text that is encoded to the name, or {@code null}. */
	static @Nullable String text(String name) {
		try {
			return NameCodec.decode(new Name(name));
		}
		catch (ErrnoException ex) {
			return null;
		}
	}

	private static int bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8).length;
	}

	/**
	 * The possible meanings of a name.
	 *
	 * @param text the text that is encoded to the name
	 * @param id the id in the mark
	 * @param rival the text that made a marked row give way to this name
	 * @param hashed whether the mark has the hash of an id
	 */
	record Meaning(@Nullable String text, @Nullable Object id, @Nullable String rival, boolean hashed) {

	}

}
