package io.fusemount.autoconfigure.properties;

import java.util.Locale;

/**
 * What carries the operations of programs.
 */
public enum TransportChoice {

	/** On Linux the kernel's own protocol, elsewhere libfuse 2. */
	AUTO,

	/** The kernel's own protocol. */
	LINUX,

	/** libfuse 2. */
	JNR;

	/**
	 * Returns what an application without a transport should depend on.
	 */
	public String artifact() {
		return "io.fusemount:fusemount-transport-" + ((this == JNR) ? this : LINUX).name().toLowerCase(Locale.ROOT);
	}

}
