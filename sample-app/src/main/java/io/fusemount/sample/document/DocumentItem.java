package io.fusemount.sample.document;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * A document as a list shows it, without its content.
 */
public record DocumentItem(Long id, String name, long size, int version, @Nullable String notes, @Nullable Long folder,
		Instant created, @Nullable String createdBy, Instant modified, @Nullable String modifiedBy) {

}
