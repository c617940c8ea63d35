package io.fusemount.sample.takeover;

/**
 * On H2, whose files only one process can have.
 */
class H2TakeoverTests extends TakeoverKit {

	@Override
	String[] database() {
		return new String[0];
	}

}
