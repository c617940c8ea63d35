package io.fusemount.core.spool;

import java.io.IOException;
import java.io.StringReader;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.AttributeValues;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Ownership;
import io.fusemount.core.node.Place;
import io.fusemount.core.operation.Caller;
import org.jspecify.annotations.Nullable;

/**
 * The description of a spool file, written beside it for the process that finds it after
 * a crash. A file without a valid label is worthless without the process that wrote it.
 *
 * @param kind how the file is handled after a crash
 * @param directory the key of its directory
 * @param name its name in that directory
 * @param identity the key of its node
 * @param user the user who has written the file
 * @param ownership what a local node keeps of owner, group and mode
 * @param attributes what a local file keeps of extended attributes
 */
public record SpoolLabel(Kind kind, NodeKey directory, Name name, NodeKey identity, int user, Ownership ownership,
		AttributeValues attributes) {

	private static final String ATTRIBUTE = "attribute.";

	/**
	 * Returns the label of a file that the current user writes.
	 */
	public static SpoolLabel of(Kind kind, Place at, NodeKey identity, Ownership ownership,
			AttributeValues attributes) {
		return new SpoolLabel(kind, at.directoryKey(), at.name(), identity, Caller.currentUser(), ownership,
				attributes);
	}

	/**
	 * Returns the label of a node without attributes that the current user writes.
	 */
	public static SpoolLabel of(Kind kind, Place at, NodeKey identity, Ownership ownership) {
		return of(kind, at, identity, ownership, AttributeValues.NONE);
	}

	/**
	 * Returns the label of the same node with another ownership.
	 */
	public SpoolLabel with(Ownership newOwnership) {
		return new SpoolLabel(this.kind, this.directory, this.name, this.identity, this.user, newOwnership,
				this.attributes);
	}

	/**
	 * Returns the label as lines of text.
	 */
	String text() {
		StringBuilder text = new StringBuilder(256);
		write(text, "kind", this.kind.name().toLowerCase(Locale.ROOT));
		write(text, "directory.space", this.directory.space());
		write(text, "directory.id", this.directory.id());
		write(text, "name", this.name.value());
		write(text, "identity.space", this.identity.space());
		write(text, "identity.id", this.identity.id());
		write(text, "user", this.user);
		write(text, "owner", this.ownership.owner());
		write(text, "group", this.ownership.group());
		write(text, "mode", this.ownership.mode());
		this.attributes.texts().forEach((name, value) -> write(text, ATTRIBUTE + name, value.orElse(null)));
		return text.toString();
	}

	/**
	 * Writes a line in the format of {@link Properties}, whose own method is slow: each
	 * new file has a label.
	 */
	private static void write(StringBuilder text, String name, @Nullable Object value) {
		if (value == null) {
			return;
		}
		escape(text, name);
		text.append('=');
		escape(text, value.toString());
		text.append('\n');
	}

	private static void escape(StringBuilder text, String written) {
		for (int i = 0; i < written.length(); i++) {
			char c = written.charAt(i);
			switch (c) {
				case '\\' -> text.append("\\\\");
				case '\n' -> text.append("\\n");
				case '\r' -> text.append("\\r");
				case '\t' -> text.append("\\t");
				case '\f' -> text.append("\\f");
				case ' ', '=', ':', '#', '!' -> text.append('\\').append(c);
				case '\0' -> text.append("\\u0000");
				default -> text.append(c);
			}
		}
	}

	/**
	 * Parses a label from lines of text.
	 * @return the label, or {@code null} if the text is invalid
	 */
	static @Nullable SpoolLabel parse(String text) {
		Properties properties = new Properties();
		try {
			properties.load(new StringReader(text));
			return new SpoolLabel(Kind.valueOf(properties.getProperty("kind", "").toUpperCase(Locale.ROOT)),
					key(properties, "directory"), new Name(properties.getProperty("name", "")),
					key(properties, "identity"), Integer.parseInt(properties.getProperty("user", "0")),
					new Ownership(number(properties, "owner"), number(properties, "group"), number(properties, "mode")),
					attributes(properties));
		}
		catch (IOException | IllegalArgumentException | ErrnoException ex) {
			return null;
		}
	}

	private static AttributeValues attributes(Properties properties) {
		Map<String, Optional<String>> texts = new TreeMap<>();
		for (String name : properties.stringPropertyNames()) {
			if (name.startsWith(ATTRIBUTE)) {
				texts.put(name.substring(ATTRIBUTE.length()), Optional.of(properties.getProperty(name)));
			}
		}
		return texts.isEmpty() ? AttributeValues.NONE : new AttributeValues(Map.copyOf(texts));
	}

	private static @Nullable Integer number(Properties properties, String name) {
		String value = properties.getProperty(name);
		return (value != null) ? Integer.valueOf(value) : null;
	}

	private static NodeKey key(Properties properties, String prefix) {
		return new NodeKey(properties.getProperty(prefix + ".space", ""), properties.getProperty(prefix + ".id", ""));
	}

	/**
	 * The handling of a file whose process has ended.
	 */
	public enum Kind {

		/** A local file: it is restored as such. */
		SCRATCH,

		/** A local directory, for which the file has only the label. */
		DIRECTORY,

		/** The whole content of a file, not committed: it is kept for its writer. */
		CONTENT

	}

}
