package io.fusemount.core.spool;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Properties;

import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.local.PrivateFiles;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.NodeKey;
import org.jspecify.annotations.Nullable;

/**
 * What a file of the spool is, written beside it for the process that finds it after a
 * crash. A file that has none is worth nothing without the process that wrote it.
 *
 * @param kind what is to be done with it
 * @param directory the key of the directory that it belongs to
 * @param name its name there
 * @param identity the key of the node that it was
 * @param user the user who has written it
 */
public record SpoolLabel(Kind kind, NodeKey directory, Name name, NodeKey identity, int user) {

	private static final String SUFFIX = ".label";

	/**
	 * Writes the label, in the place of an earlier one.
	 */
	void write(Path spoolFile) throws IOException {
		Properties properties = new Properties();
		properties.setProperty("kind", this.kind.name().toLowerCase(Locale.ROOT));
		properties.setProperty("directory.space", this.directory.space());
		properties.setProperty("directory.id", this.directory.id());
		properties.setProperty("name", this.name.value());
		properties.setProperty("identity.space", this.identity.space());
		properties.setProperty("identity.id", this.identity.id());
		properties.setProperty("user", Integer.toString(this.user));
		Path fresh = beside(spoolFile, SUFFIX + ".new");
		// What a process left that was killed here is written over.
		try (Writer writer = Channels.newWriter(PrivateFiles.open(fresh, StandardOpenOption.CREATE,
				StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE), StandardCharsets.UTF_8)) {
			properties.store(writer, null);
		}
		Files.move(fresh, beside(spoolFile, SUFFIX), StandardCopyOption.ATOMIC_MOVE);
	}

	/**
	 * Reads the label of a file of the spool.
	 * @return {@code null} if there is none that can be understood
	 */
	static @Nullable SpoolLabel read(Path spoolFile) throws IOException {
		Properties properties = new Properties();
		try (Reader reader = Files.newBufferedReader(beside(spoolFile, SUFFIX), StandardCharsets.UTF_8)) {
			properties.load(reader);
			return new SpoolLabel(Kind.valueOf(properties.getProperty("kind", "").toUpperCase(Locale.ROOT)),
					key(properties, "directory"), new Name(properties.getProperty("name", "")),
					key(properties, "identity"), Integer.parseInt(properties.getProperty("user", "0")));
		}
		catch (NoSuchFileException | CharacterCodingException | IllegalArgumentException | ErrnoException ex) {
			return null;
		}
	}

	/**
	 * Whether a file of the spool has a label, which {@link #read} may not understand.
	 */
	static boolean isBeside(Path spoolFile) {
		return Files.exists(beside(spoolFile, SUFFIX));
	}

	private static NodeKey key(Properties properties, String prefix) {
		return new NodeKey(properties.getProperty(prefix + ".space", ""), properties.getProperty(prefix + ".id", ""));
	}

	static void delete(Path spoolFile) throws IOException {
		Files.deleteIfExists(beside(spoolFile, SUFFIX));
	}

	private static Path beside(Path spoolFile, String suffix) {
		String name = spoolFile.getFileName().toString();
		return spoolFile.resolveSibling(name.substring(0, name.lastIndexOf('.')) + suffix);
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
