package io.fusemount.core.spool;

/**
 * Disk space that only saves time, and is released when the spool needs it.
 */
public interface SpoolReserve {

	/**
	 * Returns the approximate number of bytes.
	 */
	long bytes();

	/**
	 * Releases as much as possible.
	 * @return whether anything was released
	 */
	boolean giveBack();

}
