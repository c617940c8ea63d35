package io.fusemount.data.jpa.pieces;

import io.fusemount.annotation.FuseMount;

import org.springframework.data.repository.CrudRepository;

@FuseMount("recordings")
public interface RecordingRepository extends CrudRepository<Recording, Recording.Key> {

}
