package io.fusemount.core.node;

/**
 * An immutable snapshot of something that has a name in a filesystem. Its
 * {@linkplain #key() key} stays, whatever happens to its name and content; its attributes
 * are those of the moment in which it was found. The kinds are closed, their
 * implementations are open.
 * <p>
 * Methods of nodes may be called by several threads at once, may block (for a database),
 * and fail with {@link io.fusemount.core.errno.ErrnoException} or with an exception that
 * an {@link io.fusemount.core.errno.ErrnoTranslator} knows.
 */
public sealed interface Node permits Directory, RegularFile, SymbolicLink {

	/**
	 * Returns the identity.
	 */
	NodeKey key();

	/**
	 * Returns the attributes as they were when this snapshot was taken. Never blocks.
	 */
	Attributes attributes();

}
