package io.fusemount.sample.access;

/**
 * What somebody with a login may do.
 */
enum Role {

	/** Everything. */
	CLERK,

	/** See what belongs to the customer, and write letters. */
	CUSTOMER,

	/** See everything. */
	AUDITOR

}
