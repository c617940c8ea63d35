package io.fusemount.core.vfs;

/**
 * A file that has been opened.
 *
 * @param id the handle
 * @param directIo whether reads must bypass the kernel's page cache, because a handle of
 * another version of the same file is open
 */
public record OpenedFile(HandleId id, boolean directIo) {

}
