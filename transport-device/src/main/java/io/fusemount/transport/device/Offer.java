package io.fusemount.transport.device;

import io.fusemount.core.mount.Succession;

/**
 * What lets other processes of the application ask for a mount.
 */
public interface Offer {

	/** Nobody can ask. */
	Offer NONE = new Offer() {

		@Override
		public void begin(Succession mount) {
		}

		@Override
		public void end() {
		}

	};

	/**
	 * Begins to listen.
	 * @param mount what is asked for
	 */
	void begin(Succession mount);

	/**
	 * Listens no more. Does nothing if that has happened; called on any thread.
	 */
	void end();

}
