package io.fusemount.core.node;

/**
 * A symbolic link.
 */
public non-sealed interface SymbolicLink extends Node {

	/**
	 * Returns the path that the link stands for, as {@code readlink} prints it.
	 */
	String target();

}
