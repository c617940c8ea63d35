package io.fusemount.data.jpa.spread;

import io.fusemount.annotation.FuseMount;

import org.springframework.data.jpa.repository.JpaRepository;

@FuseMount("contracts")
public interface ContractRepository extends JpaRepository<Contract, Long> {

}
