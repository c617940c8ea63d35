package io.fusemount.data.jpa;

/**
 * Directories on H2.
 */
class H2JpaDirectoriesTests extends AbstractJpaDirectoriesTests {

	@Override
	String databaseUrl() {
		return "jdbc:h2:mem:directories;DB_CLOSE_DELAY=-1";
	}

	@Override
	int separate() {
		return 0;
	}

}
