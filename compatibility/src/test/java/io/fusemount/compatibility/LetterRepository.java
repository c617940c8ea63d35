package io.fusemount.compatibility;

import io.fusemount.annotation.FuseMount;

import org.springframework.data.jpa.repository.JpaRepository;

@FuseMount("letters")
interface LetterRepository extends JpaRepository<Letter, Long> {

}
