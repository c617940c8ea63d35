package io.fusemount.autoconfigure.several;

import io.fusemount.annotation.FuseMount;

import org.springframework.data.jpa.repository.JpaRepository;

@FuseMount("papers")
interface ContractRepository extends JpaRepository<Contract, Long> {

}
