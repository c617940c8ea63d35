package io.fusemount.conformance.architecture.bad.autoconfigure;

/**
 * A class outside of the modules that may know native, JPA and Spring Data types.
 */
public class AutoConfigurationThatKnowsTooMuch {

	final jnr.fixture.Foreign pointer = new jnr.fixture.Foreign();

	final jakarta.persistence.fixture.Foreign entityManager = new jakarta.persistence.fixture.Foreign();

	final org.springframework.data.fixture.Foreign repository = new org.springframework.data.fixture.Foreign();

}
