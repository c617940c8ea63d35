package io.fusemount.sample.invoice;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.regex.Matcher;

import io.fusemount.annotation.FileAttribute;
import io.fusemount.annotation.FileName;
import io.fusemount.sample.archive.ArchivedFile;
import io.fusemount.sample.customer.Customer;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.FetchType;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.PrePersist;
import jakarta.persistence.PreUpdate;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.PositiveOrZero;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * An invoice. An invoice that arrives as a file has no customer and no amount until they
 * are assigned; its number is taken from the file name.
 */
@Entity
public class Invoice extends ArchivedFile {

	/** {@code RE-2026-0017}, anywhere in a name. */
	private static final java.util.regex.Pattern NUMBER = java.util.regex.Pattern.compile("[A-Z]{1,4}-\\d{4}-\\d{2,8}");

	@FileName
	@NotBlank
	@Size(max = 255)
	@Pattern(regexp = "(?is)(?!.*\\.(exe|bat|cmd|scr)$)[^\\p{Cntrl}]*",
			message = "must not have control characters and must not be a program")
	@Column(nullable = false, unique = true)
	private String name = "";

	@FileAttribute
	@Column(length = 20)
	private @Nullable String number;

	@FileAttribute(path = "name")
	@ManyToOne(fetch = FetchType.LAZY)
	private @Nullable Customer customer;

	@FileAttribute
	@PositiveOrZero
	@Column(precision = 12, scale = 2)
	private @Nullable BigDecimal amount;

	@FileAttribute
	private @Nullable LocalDate due;

	@FileAttribute(writable = true)
	@Enumerated(EnumType.STRING)
	@Column(nullable = false, length = 20)
	private Status status = Status.RECEIVED;

	protected Invoice() {
	}

	public Invoice(String name) {
		this.name = name;
	}

	@Override
	public String getName() {
		return this.name;
	}

	public void setCustomer(@Nullable Customer customer) {
		this.customer = customer;
	}

	/**
	 * Assigns the invoice to a customer, with the amount to pay by the due date.
	 */
	public void assign(Customer customer, BigDecimal amount, LocalDate due) {
		this.customer = customer;
		this.amount = amount;
		this.due = due;
		this.status = Status.OPEN;
	}

	@PrePersist
	@PreUpdate
	void takeNumberFromName() {
		Matcher matcher = NUMBER.matcher(this.name);
		this.number = matcher.find() ? matcher.group() : null;
	}

	/**
	 * The states of an invoice.
	 */
	public enum Status {

		/** Archived but not assigned. */
		RECEIVED,

		/** Sent but not paid. */
		OPEN,

		/** Paid. */
		PAID

	}

}
