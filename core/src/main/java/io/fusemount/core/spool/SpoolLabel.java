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
import org.jspecify.annotations.Nullable;

/**
 * What a file of the spool is, written beside it for the process that finds it after a
 * crash. A file without a valid one is worth nothing without the process that wrote it.
 *
 * @param kind what is to be done with it
 * @param directory the key of the directory that it belongs to
 * @param name its name there
 * @param identity the key of the node that it was
 * @param user the user who has written it
 */
public record SpoolLabel(Kind kind, NodeKey directory, Name name, NodeKey identity, int user) {

	/**
	 * Returns it as lines of text.
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
	 * Reads it from lines of text.
	 * @return {@code null} if it can not be understood
	 */
	static @Nullable SpoolLabel parse(String text) {
		Properties properties = new Properties();
		try {
			properties.load(new StringReader(text));
			return new SpoolLabel(Kind.valueOf(properties.getProperty("kind", "").toUpperCase(Locale.ROOT)),
					key(properties, "directory"), new Name(properties.getProperty("name", "")),
					key(properties, "identity"), Integer.parseInt(properties.getProperty("user", "0")));
		}
		catch (IOException | IllegalArgumentException | ErrnoException ex) {
			return null;
		}
	}

	private static NodeKey key(Properties properties, String prefix) {
		return new NodeKey(properties.getProperty(prefix + ".space", ""), properties.getProperty(prefix + ".id", ""));
	}

	/**
	 * What becomes of a file whose process has ended.
	 */
	public enum Kind {

		/** A local file: it goes on as one. */
		SCRATCH,

		/** A local directory, of which the file has only the label. */
		DIRECTORY,

		/** The whole content of a file, not committed: it is kept for its writer. */
		CONTENT

	}

}
