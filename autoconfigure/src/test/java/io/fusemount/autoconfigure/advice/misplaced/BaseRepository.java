package io.fusemount.autoconfigure.advice.misplaced;

import io.fusemount.annotation.FuseMount;

import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.repository.NoRepositoryBean;

/**
 * A repository that Spring Data passes by.
 */
@FuseMount
@NoRepositoryBean
public interface BaseRepository extends JpaRepository<Contract, Long> {

}
