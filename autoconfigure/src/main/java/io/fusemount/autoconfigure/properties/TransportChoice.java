package io.fusemount.autoconfigure.properties;

import java.util.Locale;

/**
 * The transport that passes on the operations of programs.
 */
public enum TransportChoice {

	/** On Linux the kernel's own protocol, elsewhere libfuse 2. */
	AUTO,

	/** The kernel's own protocol. */
	LINUX,

	/** libfuse 2. */
	JNR;

	/**
	 * Returns the artifact that an application without a transport should depend on.
	 */
	public String artifact() {
		return "io.fusemount:fusemount-transport-" + ((this == JNR) ? this : LINUX).name().toLowerCase(Locale.ROOT);
	}

}
