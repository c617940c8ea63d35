package io.fusemount.core.spool;

/**
 * Disk space that is only used to save time, and that the spool gets when it needs it.
 */
public interface SpoolReserve {

	/**
	 * Returns about how many bytes there are.
	 */
	long bytes();

	/**
	 * Gives back what it can.
	 * @return whether that was anything
	 */
	boolean giveBack();

}
