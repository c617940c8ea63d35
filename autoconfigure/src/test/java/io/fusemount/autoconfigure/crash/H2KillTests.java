package io.fusemount.autoconfigure.crash;

/**
 * With H2 in a file, in the process that is killed.
 */
class H2KillTests extends AbstractKillTests {

	@Override
	String url() {
		return workspace().h2Url();
	}

}
