package io.fusemount.autoconfigure.several;

import io.fusemount.annotation.FuseMount;

import org.springframework.data.jpa.repository.JpaRepository;

@FuseMount(value = "papers", mount = "${several.reports}")
interface ReportRepository extends JpaRepository<Report, Long> {

}
