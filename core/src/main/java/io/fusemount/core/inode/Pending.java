package io.fusemount.core.inode;

/**
 * A file that programs do not see as it is stored, at one moment.
 *
 * @param file the file
 * @param detour what they see
 */
public record Pending(FileInode file, Detour detour) {
}
