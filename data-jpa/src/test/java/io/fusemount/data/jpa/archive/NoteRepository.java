package io.fusemount.data.jpa.archive;

import java.util.UUID;

import io.fusemount.annotation.FuseMount;

import org.springframework.data.repository.CrudRepository;

@FuseMount("/notes/")
public interface NoteRepository extends CrudRepository<Note, UUID> {

}
