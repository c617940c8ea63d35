package io.fusemount.core.node;

import java.nio.charset.StandardCharsets;

/**
 * The identity of a node, which survives rename and restart.
 *
 * @param space the space in which the id is unique, such as the name of the entity
 * @param id the id as text
 */
public record NodeKey(String space, String id) {

	private static final long FNV_OFFSET = 0xcbf29ce484222325L;

	private static final long FNV_PRIME = 0x100000001b3L;

	/** By convention, 1 is the root; 0 means "none" to many programs. */
	private static final long FIRST_INODE = 2;

	/**
	 * Returns the inode number: a positive 63-bit hash of the key, the same after every
	 * restart. The probability that two of a million files share a number is 1 in 10
	 * million.
	 */
	public long inode() {
		long hash = hash(hash(FNV_OFFSET, this.space) * FNV_PRIME, this.id);
		// FNV's high bits are weak for short input, so the hash is finished as in
		// murmur3.
		hash ^= hash >>> 33;
		hash *= 0xff51afd7ed558ccdL;
		hash ^= hash >>> 33;
		hash *= 0xc4ceb9fe1a85ec53L;
		hash ^= hash >>> 33;
		return Math.max(hash & Long.MAX_VALUE, FIRST_INODE);
	}

	private static long hash(long seed, String text) {
		long hash = seed;
		for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
			hash = (hash ^ (b & 0xff)) * FNV_PRIME;
		}
		return hash;
	}

}
