package io.fusemount.data.jpa.guard.quiet;

import io.fusemount.data.jpa.guard.rows.Letters.Letter;

import org.springframework.data.jpa.repository.JpaRepository;

/** Has a base class of the application. */
interface LetterRepository extends JpaRepository<Letter, Long> {

}
