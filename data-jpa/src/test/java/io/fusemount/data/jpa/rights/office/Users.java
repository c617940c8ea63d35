package io.fusemount.data.jpa.rights.office;

import java.util.concurrent.atomic.AtomicInteger;

import io.fusemount.core.operation.Caller;
import org.jspecify.annotations.Nullable;

import org.springframework.data.spel.spi.EvaluationContextExtension;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The users of the machine, as expressions know them.
 */
public final class Users implements EvaluationContextExtension {

	/** A client. */
	public static final Caller ALICE = new Caller(1001, 1001, 7);

	/** Another client. */
	public static final Caller BOB = new Caller(1002, 1002, 8);

	/** Somebody who may read everything. */
	public static final Caller CLERK = new Caller(1000, 1000, 9);

	/** Nobody that the application knows. */
	public static final Caller STRANGER = new Caller(4242, 4242, 10);

	/** How often an expression has asked for a name. */
	public static final AtomicInteger ASKED = new AtomicInteger();

	/** How often an expression was evaluated while a connection was held. */
	public static final AtomicInteger HELD = new AtomicInteger();

	static @Nullable String login(@Nullable Caller caller) {
		return (caller == null) ? null : switch (caller.uid()) {
			case 1000 -> "clerk";
			case 1001 -> "alice";
			case 1002 -> "bob";
			default -> null;
		};
	}

	@Override
	public String getExtensionId() {
		return "users";
	}

	@Override
	public Object getRootObject() {
		if (TransactionSynchronizationManager.isActualTransactionActive()) {
			HELD.incrementAndGet();
		}
		return new User(Caller.current());
	}

	/** What expressions see. */
	public record User(@Nullable Caller caller) {

		/** Returns the name of the user. */
		public String getLogin() {
			ASKED.incrementAndGet();
			String login = login(this.caller);
			if (login == null) {
				throw new IllegalStateException("Nobody has logged in as secret-" + this.caller);
			}
			return login;
		}

		/** Returns whether it is a clerk. */
		public boolean isClerk() {
			return "clerk".equals(login(this.caller));
		}

	}

}
