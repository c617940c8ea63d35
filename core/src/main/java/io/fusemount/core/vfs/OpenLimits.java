package io.fusemount.core.vfs;

import io.fusemount.core.limit.Quota;

/**
 * How much programs may have open.
 *
 * @param handles open files and directories
 * @param newFiles files without a row: new ones before their first commit, and those that
 * stay local
 */
public record OpenLimits(Quota handles, Quota newFiles) {

	/**
	 * Returns limits that the heap has room for.
	 */
	public static OpenLimits defaults() {
		return new OpenLimits(Quota.ofHeap(), Quota.ofHeap());
	}

}
