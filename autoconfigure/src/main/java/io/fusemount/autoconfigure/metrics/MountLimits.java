package io.fusemount.autoconfigure.metrics;

import io.fusemount.autoconfigure.properties.MountProperties;

/**
 * What the meters of a mount tell of its limits, beside the uses.
 *
 * @param handles how many files and directories can be open
 * @param newFiles how many files without a row there can be
 * @param unsavedBytes how much content that could not be stored is kept; with 0, the
 * newest file of each user
 */
record MountLimits(int handles, int newFiles, long unsavedBytes) {

	static MountLimits of(MountProperties properties) {
		return new MountLimits(properties.handles().quota().max(), properties.newFiles().quota().max(),
				properties.unsaved().limits().maxBytes());
	}

}
