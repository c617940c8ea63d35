package io.fusemount.sample.page;

import java.time.Instant;
import java.time.LocalDate;
import java.time.Year;
import java.time.ZoneId;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.fusemount.sample.invoice.InvoicesByYear;

import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * The pages of {@code invoices/}, which are read-only.
 */
@Component
@Transactional(readOnly = true)
class InvoicePlaces {

	private static final String HREF = "/invoices";

	private final InvoicesByYear invoices;

	InvoicePlaces(InvoicesByYear invoices) {
		this.invoices = invoices;
	}

	private static Page all() {
		return Page.TOP.below("invoices", HREF);
	}

	Page years() {
		int last = this.invoices.findLast().map(InvoicePlaces::year).orElse(0);
		int first = this.invoices.findFirst().map(InvoicePlaces::year).orElse(last + 1);
		return all().with(IntStream.rangeClosed(first, last)
			.filter((year) -> this.invoices.existsWithin(start(year), start(year + 1)))
			.mapToObj((year) -> Entry.fixed(name(year), HREF + "/" + year)));
	}

	Page year(int year) {
		Stream<Entry> files = this.invoices.findWithin(start(year), start(year + 1), Page.LIMIT)
			.stream()
			.map((file) -> Entry.file(file, "invoices", null));
		return all().below(name(year), HREF + "/" + year).with(files);
	}

	private static String name(int year) {
		return Year.of(year).toString();
	}

	private static int year(Instant time) {
		return LocalDate.ofInstant(time, ZoneId.systemDefault()).getYear();
	}

	private static Instant start(int year) {
		return LocalDate.of(year, 1, 1).atStartOfDay(ZoneId.systemDefault()).toInstant();
	}

}
