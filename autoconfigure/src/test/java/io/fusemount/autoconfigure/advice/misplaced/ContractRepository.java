package io.fusemount.autoconfigure.advice.misplaced;

import org.springframework.data.jpa.repository.JpaRepository;

/**
 * Without the annotation, which its entity has.
 */
public interface ContractRepository extends JpaRepository<Contract, Long> {

}
