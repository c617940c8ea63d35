package io.fusemount.data.jpa.guard.rows;

import java.util.Optional;

import io.fusemount.data.jpa.guard.rows.Letters.Letter;

/** Finds letters in the application's own way. */
public interface LetterSearch {

	Optional<Letter> findById(Long id);

}
