package io.fusemount.sample.customer;

import java.util.Optional;

import org.springframework.data.jpa.repository.JpaRepository;

/**
 * The customers. Not mounted: they are no files.
 */
public interface CustomerRepository extends JpaRepository<Customer, Long> {

	Optional<Customer> findByName(String name);

}
