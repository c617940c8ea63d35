package io.fusemount.core.inode;

/**
 * What one audience may do with what has a name.
 *
 * @param seen whether callers of the audience see it
 * @param changeable whether they may change or delete it
 * @param lease how long that counts
 */
public record Verdict(boolean seen, boolean changeable, Lease lease) {
}
