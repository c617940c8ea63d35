package io.fusemount.data.jpa.spread;

import io.fusemount.annotation.FuseMount;

import org.springframework.data.jpa.repository.JpaRepository;

@FuseMount("reports")
public interface ReportRepository extends JpaRepository<Report, Long> {

}
