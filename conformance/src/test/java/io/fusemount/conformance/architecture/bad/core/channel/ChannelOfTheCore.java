package io.fusemount.conformance.architecture.bad.core.channel;

import io.fusemount.conformance.architecture.bad.core.cache.CacheOfTheCore;

/**
 * What nobody else should know, and itself knows what is above it.
 */
public class ChannelOfTheCore {

	public CacheOfTheCore above() {
		return new CacheOfTheCore();
	}

}
