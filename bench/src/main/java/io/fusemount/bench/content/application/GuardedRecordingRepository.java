package io.fusemount.bench.content.application;

import io.fusemount.annotation.FuseMount;

import org.springframework.data.jpa.repository.JpaRepository;

/**
 * The same recordings, mounted as {@code guarded/} for those who may see them: everybody,
 * which only the database knows.
 */
@FuseMount(value = "guarded", readable = "e.name <> ?#{'hidden'}")
public interface GuardedRecordingRepository extends JpaRepository<Recording, Long> {

}
