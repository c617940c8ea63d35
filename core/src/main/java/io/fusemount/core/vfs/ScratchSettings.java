package io.fusemount.core.vfs;

import java.time.Duration;

import io.fusemount.core.name.ScratchNames;

/**
 * Which files stay local, because programs make them for their own purposes.
 *
 * @param names their names
 * @param replacementWait how long a stored file that is renamed to such a name waits for
 * a new one of its old name, before the rename is committed
 */
public record ScratchSettings(ScratchNames names, Duration replacementWait) {

	/**
	 * Returns the settings for programs in wide use.
	 */
	public static ScratchSettings defaults() {
		return new ScratchSettings(ScratchNames.of(ScratchNames.DEFAULTS), Duration.ofSeconds(5));
	}

}
