package io.fusemount.core.node;

import java.util.Set;

/**
 * An immutable snapshot of a named object in a filesystem. Its {@linkplain #key() key} is
 * permanent, whatever happens to its name and content; its attributes are those at the
 * time of the lookup. The set of kinds is closed, their implementations are open.
 * <p>
 * Methods of nodes may be called by several threads at once, may block on a database, and
 * fail with an {@link io.fusemount.core.errno.ErrnoException} or with an exception that
 * an {@link io.fusemount.core.errno.ErrnoTranslator} knows.
 */
public sealed interface Node permits Directory, RegularFile, SymbolicLink {

	/**
	 * Returns the identity of the node.
	 */
	NodeKey key();

	/**
	 * Returns the attributes at the time of this snapshot. Never blocks.
	 */
	Attributes attributes();

	/**
	 * Whether the caller for whom the snapshot was taken may change or delete the node.
	 * Differs between callers only in directories that have {@link Audiences}. Never
	 * blocks.
	 * <p>
	 * The default implementation returns {@code true}.
	 */
	default boolean isChangeable() {
		return true;
	}

	/**
	 * Returns the owner, the group and the mode, as far as the node keeps them. Never
	 * blocks.
	 * <p>
	 * The default implementation returns none.
	 */
	default Ownership ownership() {
		return Ownership.NONE;
	}

	/**
	 * Returns the extended attributes at the time of this snapshot. Never blocks.
	 * <p>
	 * The default implementation returns none.
	 */
	default ExtendedAttributes extendedAttributes() {
		return ExtendedAttributes.NONE;
	}

	/**
	 * Returns what of its {@link #ownership} programs can change. Never blocks.
	 * <p>
	 * The default implementation returns nothing.
	 */
	default Set<Ownership.Part> keeps() {
		return Set.of();
	}

}
