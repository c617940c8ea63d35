package io.fusemount.sample.access;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Set;

/**
 * The directory of the database, the spool and the password, which only the user that
 * runs the application can read.
 */
record DataDirectory(Path path) {

	private static final Set<PosixFilePermission> OWNER = PosixFilePermissions.fromString("rwx------");

	private static final Set<PosixFilePermission> SECRET = PosixFilePermissions.fromString("rw-------");

	/**
	 * Creates the directory if it does not exist.
	 * @throws IllegalStateException if it exists and belongs to another user, or others
	 * have access: the archive does not change a directory that it has not created
	 */
	void prepare() throws IOException {
		Path parent = this.path.toAbsolutePath().getParent();
		if (parent != null) {
			Files.createDirectories(parent);
		}
		if (!Files.exists(this.path)) {
			Files.createDirectory(this.path, PosixFilePermissions.asFileAttribute(OWNER));
		}
		UserPrincipal owner = Files.getOwner(this.path);
		UserPrincipal user = Files.getOwner(Path.of("/proc/self"));
		if (!owner.equals(user)) {
			throw new IllegalStateException(
					"%s, where the archive keeps its data, belongs to %s, and the archive runs as %s: ".formatted(
							this.path, owner.getName(), user.getName()) + "set FUSEMOUNT_DATA to another directory");
		}
		if (!OWNER.containsAll(Files.getPosixFilePermissions(this.path))) {
			throw new IllegalStateException(
					"Other users have access to %1$s, where the archive keeps its data: ".formatted(this.path)
							+ "'chmod 700 %s' removes the access".formatted(this.path));
		}
	}

	/**
	 * Returns the text of a small file, which is created if it does not exist. It is
	 * written completely or not at all, even if the application ends in between.
	 * @throws IllegalStateException if the file is empty
	 */
	String secret(String name, String initial) throws IOException {
		Path file = this.path.resolve(name);
		if (!Files.exists(file)) {
			create(file, initial + System.lineSeparator());
		}
		String secret = Files.readString(file).strip();
		if (secret.isEmpty()) {
			throw new IllegalStateException(
					"%1$s is empty: 'rm %1$s' lets the archive create another one".formatted(file));
		}
		return secret;
	}

	private static void create(Path file, String text) throws IOException {
		Path unfinished = file.resolveSibling(file.getFileName() + ".new");
		// Left by a start that was interrupted.
		Files.deleteIfExists(unfinished);
		try (FileChannel channel = FileChannel.open(unfinished,
				Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
				PosixFilePermissions.asFileAttribute(SECRET))) {
			channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
			channel.force(true);
		}
		Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
	}

}
