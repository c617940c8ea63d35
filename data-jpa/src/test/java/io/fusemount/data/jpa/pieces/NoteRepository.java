package io.fusemount.data.jpa.pieces;

import io.fusemount.annotation.FuseMount;

import org.springframework.data.repository.CrudRepository;

@FuseMount("notes")
public interface NoteRepository extends CrudRepository<Note, Long> {

}
