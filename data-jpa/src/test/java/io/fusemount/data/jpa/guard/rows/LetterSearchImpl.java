package io.fusemount.data.jpa.guard.rows;

import java.util.Optional;

import io.fusemount.data.jpa.guard.rows.Letters.Letter;

/** Finds nothing. */
class LetterSearchImpl implements LetterSearch {

	@Override
	public Optional<Letter> findById(Long id) {
		return Optional.empty();
	}

}
