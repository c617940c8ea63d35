package io.fusemount.conformance.programs;

import io.fusemount.conformance.directory.TestedDirectory;

/**
 * A directory in which programs work while the application observes its rows.
 */
public interface ObservedDirectory extends TestedDirectory {

	/**
	 * Returns the rows as the application sees them.
	 */
	ObservedRows rows();

}
