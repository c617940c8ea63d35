package io.fusemount.data.jpa.rights;

import io.fusemount.data.jpa.guard.SavePermission;

/**
 * The users who may save something in a repository, as the application's method security
 * says before there is anything to save.
 */
final class SavingUsers {

	private final SavePermission permission;

	private final CallerContext context;

	private final UserAnswers<Boolean> known;

	SavingUsers(SavePermission permission, CallerContext context) {
		this.permission = permission;
		this.context = context;
		this.known = new UserAnswers<>(context.timeToLive());
	}

	/** Whether the current caller is one of them. May block. */
	boolean haveCaller() {
		return this.permission.isFree() || this.known.get(() -> this.context.asCaller(this.permission::isGiven));
	}

}
