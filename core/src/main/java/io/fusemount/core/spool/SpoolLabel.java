package io.fusemount.core.spool;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Properties;

import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
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
 */
public record SpoolLabel(Kind kind, NodeKey directory, Name name, NodeKey identity, int user, Ownership ownership) {

	/**
	 * Returns the label of a file that the current user writes.
	 */
	public static SpoolLabel of(Kind kind, Place at, NodeKey identity, Ownership ownership) {
		return new SpoolLabel(kind, at.directoryKey(), at.name(), identity, Caller.currentUser(), ownership);
	}

	/**
	 * Returns the label of the same node with another ownership.
	 */
	public SpoolLabel with(Ownership newOwnership) {
		return new SpoolLabel(this.kind, this.directory, this.name, this.identity, this.user, newOwnership);
	}

	/**
	 * Returns the label as lines of text.
	 */
	String text() {
		Properties properties = new Properties();
		properties.setProperty("kind", this.kind.name().toLowerCase(Locale.ROOT));
		properties.setProperty("directory.space", this.directory.space());
		properties.setProperty("directory.id", this.directory.id());
		properties.setProperty("name", this.name.value());
		properties.setProperty("identity.space", this.identity.space());
		properties.setProperty("identity.id", this.identity.id());
		properties.setProperty("user", Integer.toString(this.user));
		put(properties, "owner", this.ownership.owner());
		put(properties, "group", this.ownership.group());
		put(properties, "mode", this.ownership.mode());
		StringWriter text = new StringWriter();
		try {
			properties.store(text, null);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return text.toString();
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
					key(properties, "identity"), Integer.parseInt(properties.getProperty("user", "0")), new Ownership(
							number(properties, "owner"), number(properties, "group"), number(properties, "mode")));
		}
		catch (IOException | IllegalArgumentException | ErrnoException ex) {
			return null;
		}
	}

	private static void put(Properties properties, String name, @Nullable Integer value) {
		if (value != null) {
			properties.setProperty(name, value.toString());
		}
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
