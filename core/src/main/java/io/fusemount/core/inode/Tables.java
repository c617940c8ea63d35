package io.fusemount.core.inode;

/**
 * What a filesystem knows of files and names.
 *
 * @param inodes by row or local file
 * @param names by directory and name
 * @param changes the ledger that both are told by
 */
public record Tables(InodeTable inodes, NameTable names, Changes changes) {

}
