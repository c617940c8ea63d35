package io.fusemount.autoconfigure.data;

import io.fusemount.annotation.FuseMount;

import org.springframework.data.jpa.repository.JpaRepository;

@FuseMount
interface NoteRepository extends JpaRepository<Note, Long> {

}
