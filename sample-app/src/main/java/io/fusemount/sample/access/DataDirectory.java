package io.fusemount.sample.access;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/**
 * The directory of the database, the spool and the password: the user that runs the
 * application reads it, and nobody else.
 */
record DataDirectory(Path path) {

	private static final Set<PosixFilePermission> OWNER = EnumSet.of(PosixFilePermission.OWNER_READ,
			PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);

	/**
	 * Creates the directory if it is not there.
	 * @throws IllegalStateException if it is there and others may enter it: it is not for
	 * us to change what somebody has made
	 */
	void prepare() throws IOException {
		Path parent = this.path.toAbsolutePath().getParent();
		if (parent != null) {
			Files.createDirectories(parent);
		}
		if (!Files.exists(this.path)) {
			Files.createDirectory(this.path, PosixFilePermissions.asFileAttribute(OWNER));
		}
		if (!OWNER.containsAll(Files.getPosixFilePermissions(this.path))) {
			throw new IllegalStateException(
					"Others may enter %1$s, where the archive keeps its data: ".formatted(this.path)
							+ "'chmod 700 %s' closes it".formatted(this.path));
		}
	}

	/**
	 * Returns the text of a small file, which is made now if it is not there.
	 */
	String secret(String name, String initial) throws IOException {
		Path file = this.path.resolve(name);
		if (!Files.exists(file)) {
			Set<PosixFilePermission> permissions = EnumSet.of(PosixFilePermission.OWNER_READ,
					PosixFilePermission.OWNER_WRITE);
			Files.createFile(file, PosixFilePermissions.asFileAttribute(permissions));
			Files.writeString(file, initial + System.lineSeparator());
		}
		return Files.readString(file).strip();
	}

}
