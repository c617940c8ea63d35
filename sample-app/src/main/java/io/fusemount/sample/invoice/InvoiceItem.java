package io.fusemount.sample.invoice;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;

import org.jspecify.annotations.Nullable;

/**
 * An invoice as a list shows it, without its content.
 */
public record InvoiceItem(Long id, String name, long size, int version, @Nullable String number,
		@Nullable String customer, @Nullable BigDecimal amount, @Nullable LocalDate due, Invoice.Status status,
		Instant created, @Nullable String createdBy, Instant modified, @Nullable String modifiedBy) {

}
