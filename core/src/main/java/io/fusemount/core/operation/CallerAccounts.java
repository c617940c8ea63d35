package io.fusemount.core.operation;

/**
 * The accounts of the users of this machine.
 */
@FunctionalInterface
public interface CallerAccounts {

	/**
	 * Returns the account of a caller, which is that of all programs with the same user
	 * and group. May block, for example until a directory service answers.
	 */
	CallerAccount of(Caller caller);

}
