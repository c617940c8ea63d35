package io.fusemount.sample.archive;

/**
 * Who sees and changes which rows {@code e}. The repositories declare these conditions
 * for programs, and have them in the queries of the pages.
 */
public final class Rights {

	/** Clerks. */
	public static final String CLERKS = ":#{hasRole('CLERK')} = true";

	/** Clerks and auditors. */
	public static final String STAFF = ":#{hasAnyRole('CLERK', 'AUDITOR')} = true";

	/** All but auditors, who only read. */
	public static final String CLERKS_AND_CUSTOMERS = ":#{hasAnyRole('CLERK', 'CUSTOMER')} = true";

	/** The customer itself, and the staff. */
	public static final String CUSTOMER_ITSELF = "(" + STAFF + " or e.login = :#{authentication.name})";

	/** The customer to whom the row belongs, and the staff. */
	public static final String CUSTOMER_OF_ROW = "(" + STAFF
			+ " or e.customer in (select own from Customer own where own.login = :#{authentication.name}))";

	private Rights() {
	}

}
