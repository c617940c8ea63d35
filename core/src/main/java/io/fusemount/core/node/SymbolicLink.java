package io.fusemount.core.node;

/**
 * A symbolic link.
 */
public non-sealed interface SymbolicLink extends Node {

	/**
	 * Returns the target path of the link, as {@code readlink} prints it.
	 */
	String target();

}
