package io.fusemount.autoconfigure.rights;

import java.util.List;

import io.fusemount.annotation.FuseMount;

import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.security.access.prepost.PostFilter;

/** Customers get their own cards, clerks get all of them. */
@FuseMount("cards")
public interface CardRepository extends JpaRepository<Card, Long> {

	@Override
	@PostFilter("filterObject.owner == authentication.name or hasRole('CLERK')")
	List<Card> findAllById(Iterable<Long> ids);

}
