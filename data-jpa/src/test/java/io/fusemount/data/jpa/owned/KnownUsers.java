package io.fusemount.data.jpa.owned;

import io.fusemount.conformance.rights.User;
import io.fusemount.core.operation.Caller;
import org.jspecify.annotations.Nullable;

import org.springframework.data.spel.spi.EvaluationContextExtension;

/** The users of the machine, as expressions know them. */
public final class KnownUsers implements EvaluationContextExtension {

	/** Returns the user, who is the administrator where no program asks. */
	static User of(@Nullable Caller caller) {
		User user = (caller != null) ? User.of(caller.uid()) : User.ADMIN;
		if (user == null || user == User.STRANGER) {
			throw new IllegalStateException("Nobody has logged in as " + caller);
		}
		return user.audience();
	}

	/** Whether a row is for a user to see. */
	public boolean isSeenBy(Owned.OwnedEntity row, String user) {
		return row.owner.equals(user) || row.owner.equals(Owned.EVERYBODY) || user.equals(User.ADMIN.name())
				|| user.equals(User.CLERK.name());
	}

	@Override
	public String getExtensionId() {
		return "known-users";
	}

	@Override
	public Object getRootObject() {
		return new Asking(Caller.current());
	}

	/**
	 * What expressions see.
	 *
	 * @param caller whose program asks
	 */
	public record Asking(@Nullable Caller caller) {

		/** Returns the name of the user. */
		public String getUser() {
			return of(this.caller).name();
		}

		/** Returns whether the user works for the company. */
		public boolean isStaff() {
			return isAdministrator() || of(this.caller) == User.CLERK;
		}

		/** Returns whether it is the administrator. */
		public boolean isAdministrator() {
			return of(this.caller) == User.ADMIN;
		}

	}

}
