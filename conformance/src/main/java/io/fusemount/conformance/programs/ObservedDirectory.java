package io.fusemount.conformance.programs;

import io.fusemount.conformance.directory.TestedDirectory;

/**
 * A directory that programs work in while the application looks at its rows.
 */
public interface ObservedDirectory extends TestedDirectory {

	/**
	 * Returns the application's view.
	 */
	ObservedRows rows();

}
