package io.fusemount.autoconfigure.fixed;

import io.fusemount.annotation.FuseMount;

import org.springframework.data.jpa.repository.JpaRepository;

@FuseMount("contracts")
interface ContractRepository extends JpaRepository<Contract, Long> {

}
