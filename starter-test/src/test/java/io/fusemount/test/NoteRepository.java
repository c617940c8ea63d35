package io.fusemount.test;

import io.fusemount.annotation.FuseMount;

import org.springframework.data.repository.CrudRepository;

@FuseMount("notes")
interface NoteRepository extends CrudRepository<Note, Long> {

}
