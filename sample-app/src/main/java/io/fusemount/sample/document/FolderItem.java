package io.fusemount.sample.document;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * A folder as a list shows it, without its entries.
 */
public record FolderItem(Long id, String name, int version, @Nullable Long parent, Instant created,
		@Nullable String createdBy, Instant modified, @Nullable String modifiedBy) {

}
