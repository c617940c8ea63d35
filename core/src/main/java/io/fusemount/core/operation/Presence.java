package io.fusemount.core.operation;

/**
 * What a program demands of an extended attribute that it sets.
 */
public enum Presence {

	/** It may be there or not. */
	ANY,

	/** It is not there yet ({@code XATTR_CREATE}). */
	ABSENT,

	/** It is there ({@code XATTR_REPLACE}). */
	PRESENT

}
