package io.fusemount.autoconfigure.security;

/**
 * What programs of users may do that the application does not know.
 */
public enum UnknownCallers {

	/** What the application lets anonymous users do. */
	ANONYMOUS,

	/** Nothing for which the application or its database is asked. */
	REFUSED

}
