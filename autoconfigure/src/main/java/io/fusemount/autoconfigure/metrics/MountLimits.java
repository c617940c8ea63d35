package io.fusemount.autoconfigure.metrics;

import io.fusemount.autoconfigure.properties.MountProperties;

/**
 * The limits of a mount, for meters.
 *
 * @param handles the maximum number of open files and directories
 * @param newFiles the maximum number of files without a row
 * @param unsavedBytes the maximum size of kept content that could not be stored; with 0,
 * only the newest file of each user is kept
 */
record MountLimits(int handles, int newFiles, long unsavedBytes) {

	static MountLimits of(MountProperties properties) {
		return new MountLimits(properties.handles().quota().max(), properties.newFiles().quota().max(),
				properties.unsaved().limits().maxBytes());
	}

}
