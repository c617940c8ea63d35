package io.fusemount.autoconfigure.data.unheard;

import io.fusemount.annotation.FuseMount;

import org.springframework.data.jpa.repository.JpaRepository;

@FuseMount(readOnly = true)
public interface SummaryRepository extends JpaRepository<Summary, Long> {

}
