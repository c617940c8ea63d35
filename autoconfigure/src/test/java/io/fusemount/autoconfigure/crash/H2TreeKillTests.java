package io.fusemount.autoconfigure.crash;

import io.fusemount.autoconfigure.tree.EnabledIfAllTrees;

/**
 * With H2 in a file, in the process that is killed.
 */
@EnabledIfAllTrees
class H2TreeKillTests extends AbstractTreeKillTests {

	@Override
	String url() {
		return workspace().h2Url();
	}

}
