package io.fusemount.bench.fairness;

import io.fusemount.annotation.FuseMount;
import io.fusemount.bench.content.application.Recording;

import org.springframework.data.jpa.repository.JpaRepository;

/**
 * The files of the other user, mounted as {@code quiet/}. The kernel locks a directory
 * while a name is created in it, so nobody is alone in one directory with others.
 */
@FuseMount("quiet")
public interface QuietRepository extends JpaRepository<Recording, Long> {

}
