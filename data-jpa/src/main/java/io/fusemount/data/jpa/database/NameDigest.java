package io.fusemount.data.jpa.database;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The numbers that identify the locks of names in databases. Two names with the same
 * number wait for each other, which does no harm.
 */
final class NameDigest {

	private NameDigest() {
	}

	/** Returns the number of a name, the same in every process. */
	static long number(String name) {
		try {
			byte[] digest = MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
			return ByteBuffer.wrap(digest).getLong();
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java has SHA-256", ex);
		}
	}

}
