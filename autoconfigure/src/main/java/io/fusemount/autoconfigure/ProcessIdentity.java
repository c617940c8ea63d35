package io.fusemount.autoconfigure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The user and group of this process; the JDK knows only their names.
 *
 * @param uid the effective user id
 * @param gid the effective group id
 */
record ProcessIdentity(int uid, int gid) {

	/**
	 * The index of the effective id among the real, effective, saved and filesystem id.
	 */
	private static final int EFFECTIVE = 2;

	static ProcessIdentity current() {
		try {
			int uid = -1;
			int gid = -1;
			for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
				String[] fields = line.split("\\s+");
				if (fields[0].equals("Uid:")) {
					uid = Integer.parseUnsignedInt(fields[EFFECTIVE]);
				}
				else if (fields[0].equals("Gid:")) {
					gid = Integer.parseUnsignedInt(fields[EFFECTIVE]);
				}
			}
			return new ProcessIdentity(uid, gid);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("The user of this process is unknown; set fusemount.uid and fusemount.gid",
					ex);
		}
	}

}
