package io.fusemount.data.jpa.caller;

import io.fusemount.annotation.FuseMount;

import org.springframework.data.jpa.repository.JpaRepository;

@FuseMount(value = "notes", unguardedReads = true)
interface OwnedNotes extends JpaRepository<OwnedNote, Long> {

}
