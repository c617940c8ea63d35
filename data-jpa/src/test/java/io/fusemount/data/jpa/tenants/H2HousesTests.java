package io.fusemount.data.jpa.tenants;

/**
 * Users of several tenants on one mount, with H2.
 */
class H2HousesTests extends AbstractHousesTests {

	@Override
	String url() {
		return "jdbc:h2:mem:houses;DB_CLOSE_DELAY=-1";
	}

}
