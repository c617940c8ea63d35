package io.fusemount.core.vfs;

/**
 * Takes the entries of a directory as they come.
 */
@FunctionalInterface
public interface DirectoryFiller {

	/**
	 * Takes one entry.
	 * @param name its name, {@code .} and {@code ..} included
	 * @param status its status; its inode number and kind are always right
	 * @param nextOffset where to go on after this entry, never 0
	 * @return whether there was room for it
	 */
	boolean add(String name, FileStatus status, long nextOffset);

}
