package io.fusemount.bench.content.application;

import io.fusemount.annotation.FuseMount;

import org.springframework.data.jpa.repository.JpaRepository;

/**
 * The recordings in folders, mounted as files in {@code tree/}.
 */
@FuseMount("tree/{folder}")
public interface FiledRecordingRepository extends JpaRepository<FiledRecording, Long> {

}
