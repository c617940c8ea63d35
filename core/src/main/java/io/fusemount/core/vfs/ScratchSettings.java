package io.fusemount.core.vfs;

import java.time.Duration;

import io.fusemount.core.name.ScratchNames;

/**
 * The files that stay local, because programs create them for their own purposes.
 *
 * @param names the names of such files
 * @param replacementWait how long the rename of a stored file to such a name is held back
 * for a new file of the old name, before it is committed
 */
public record ScratchSettings(ScratchNames names, Duration replacementWait) {

	/**
	 * Returns the settings for programs in wide use.
	 */
	public static ScratchSettings defaults() {
		return new ScratchSettings(ScratchNames.of(ScratchNames.DEFAULTS), Duration.ofSeconds(5));
	}

}
