package io.fusemount.data.jpa.spread;

import io.fusemount.annotation.FuseMount;

import org.springframework.data.jpa.repository.JpaRepository;

@FuseMount("plans")
public interface PlanRepository extends JpaRepository<Plan, Long> {

}
