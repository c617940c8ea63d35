package io.fusemount.sample.customer;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * A customer as a list shows it, with the numbers of invoices and letters.
 */
public record CustomerItem(Long id, String name, int version, long invoices, long letters, @Nullable Instant created,
		@Nullable String createdBy, @Nullable Instant modified, @Nullable String modifiedBy) {

}
