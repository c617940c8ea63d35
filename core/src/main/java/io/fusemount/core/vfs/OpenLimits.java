package io.fusemount.core.vfs;

import io.fusemount.core.limit.Maximum;

/**
 * How much programs may have open.
 *
 * @param handles open files and directories
 * @param newFiles files without a row: new ones before their first commit, and those that
 * stay local
 */
public record OpenLimits(Maximum handles, Maximum newFiles) {

	/**
	 * Returns limits that the heap has room for.
	 */
	public static OpenLimits defaults() {
		return new OpenLimits(Maximum.ofHeap(), Maximum.ofHeap());
	}

}
