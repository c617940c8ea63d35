package io.fusemount.sample;

/**
 * The archive on H2, as it is out of the box.
 */
class H2ArchiveTests extends AbstractArchiveTests {

	@Override
	String[] database() {
		return new String[0];
	}

}
