package io.fusemount.core.vfs;

import io.fusemount.core.file.OpenFile;

/**
 * One opening of a file.
 *
 * @param file the state that it shares with other handles
 * @param write whether it may write
 * @param append whether all it writes goes to the end, wherever that is for the kernel
 */
record FileHandle(OpenFile file, boolean write, boolean append) {

}
