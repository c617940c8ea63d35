package io.fusemount.sample.letter;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * A letter as a list shows it, without its content.
 */
public record LetterItem(Long id, String name, long size, int version, String customer, Instant created,
		@Nullable String createdBy, Instant modified, @Nullable String modifiedBy) {

}
