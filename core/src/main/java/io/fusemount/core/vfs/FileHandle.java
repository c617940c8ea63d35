package io.fusemount.core.vfs;

import io.fusemount.core.file.OpenFile;

/**
 * One opening of a file.
 *
 * @param file the state that it shares with other handles
 * @param write whether it may write
 * @param append whether all it writes goes to the end, wherever that is for the kernel
 * @param mixed whether handles of another version are open, so that the kernel, which
 * knows one end and one set of pages for both, must not keep any
 */
record FileHandle(OpenFile file, boolean write, boolean append, boolean mixed) {

}
