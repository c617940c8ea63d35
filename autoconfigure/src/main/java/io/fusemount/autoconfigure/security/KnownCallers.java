package io.fusemount.autoconfigure.security;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.BlockingSection;
import io.fusemount.core.limit.Cancellation;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.operation.CallerAccount;
import io.fusemount.core.operation.CallerAccounts;
import org.jspecify.annotations.Nullable;

import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.authority.AuthorityUtils;

/**
 * Who the users of the machine are to the application, for as long as that may be
 * remembered. A user is asked for once at a time, however many programs wait for that. If
 * it cannot be found out, what was known last counts for as long again.
 */
final class KnownCallers {

	/** More users than a machine has at a time; ids come from other machines, too. */
	private static final int MAX_USERS = 10_000;

	private final Map<User, Identity> identities = new ConcurrentHashMap<>();

	private final Map<User, CompletableFuture<Identity>> asking = new ConcurrentHashMap<>();

	private final Authentication anonymous = new AnonymousAuthenticationToken("fusemount", "anonymousUser",
			AuthorityUtils.createAuthorityList("ROLE_ANONYMOUS"));

	private final CallerAccounts accounts;

	private final Supplier<CallerAuthenticationConverter> converter;

	private final UnknownCallers unknown;

	private final long timeToLive;

	KnownCallers(CallerAccounts accounts, Supplier<CallerAuthenticationConverter> converter, UnknownCallers unknown,
			Duration timeToLive) {
		this.accounts = accounts;
		this.converter = converter;
		this.unknown = unknown;
		this.timeToLive = timeToLive.toNanos();
	}

	/**
	 * Returns the authentication of a caller as it is known, or finds it out.
	 * @throws ErrnoException {@code EACCES} if the application refuses the caller,
	 * {@code EIO} if it cannot say now who that is
	 */
	Authentication of(Caller caller) {
		if (caller.isKernel()) {
			return this.anonymous;
		}
		Identity known = this.identities.get(User.of(caller));
		return ((known != null && known.isWithin(this.timeToLive)) ? known : current(caller)).require();
	}

	/**
	 * Returns the authentication of a caller that was found out just now, or was known
	 * last.
	 */
	Authentication prepared(Caller caller) {
		Identity known = caller.isKernel() ? null : this.identities.get(User.of(caller));
		return (known != null) ? known.require() : of(caller);
	}

	private Identity current(Caller caller) {
		User user = User.of(caller);
		CompletableFuture<Identity> mine = new CompletableFuture<>();
		CompletableFuture<Identity> others = this.asking.putIfAbsent(user, mine);
		if (others != null) {
			return await(others);
		}
		try {
			Identity found = find(caller, this.identities.get(user));
			if (this.identities.size() >= MAX_USERS) {
				this.identities.clear();
			}
			this.identities.put(user, found);
			mine.complete(found);
			return found;
		}
		catch (RuntimeException | Error ex) {
			mine.completeExceptionally(ex);
			throw ex;
		}
		finally {
			this.asking.remove(user, mine);
		}
	}

	private static Identity await(CompletableFuture<Identity> others) {
		try (BlockingSection.Scope section = BlockingSection.openLong()) {
			Cancellation.await((nanos) -> isDoneWithin(others, nanos));
			return others.join();
		}
		catch (CompletionException ex) {
			throw (ex.getCause() instanceof RuntimeException cause) ? cause : ex;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new ErrnoException(Errno.EIO, "Interrupted by the shutdown while the user was being asked for", ex);
		}
	}

	private static boolean isDoneWithin(CompletableFuture<Identity> others, long nanos) throws InterruptedException {
		try {
			others.get(nanos, TimeUnit.NANOSECONDS);
			return true;
		}
		catch (TimeoutException ex) {
			return false;
		}
		catch (ExecutionException ex) {
			return true;
		}
	}

	private Identity find(Caller caller, @Nullable Identity known) {
		try {
			return find(this.accounts.of(caller));
		}
		catch (RuntimeException ex) {
			if (known != null && known.isWithin(2 * this.timeToLive)) {
				return known;
			}
			throw ex;
		}
	}

	private Identity find(CallerAccount account) {
		long now = System.nanoTime();
		try {
			Authentication authentication = this.converter.get().convert(account);
			if (authentication == null && this.unknown == UnknownCallers.ANONYMOUS) {
				authentication = this.anonymous;
			}
			return (authentication != null) ? new Identity(authentication, null, now)
					: refused("The application does not know " + describe(account), null, now);
		}
		catch (AuthenticationServiceException ex) {
			throw failed(account, ex);
		}
		catch (AuthenticationException ex) {
			return refused("The application refuses " + describe(account), ex, now);
		}
		catch (RuntimeException ex) {
			throw (ex instanceof ErrnoException) ? ex : failed(account, ex);
		}
	}

	private static ErrnoException failed(CallerAccount account, RuntimeException cause) {
		return new ErrnoException(Errno.EIO, "The application cannot say now who is " + describe(account), cause);
	}

	private static String describe(CallerAccount account) {
		String name = account.name();
		return (name != null) ? "the user '" + name + "'"
				: "the user with the id " + Integer.toUnsignedString(account.uid());
	}

	private static Identity refused(String reason, @Nullable AuthenticationException cause, long now) {
		return new Identity(null, () -> new ErrnoException(Errno.EACCES, reason, null, cause), now);
	}

	/**
	 * A user of the machine, as far as programs of one user may differ.
	 *
	 * @param uid the user id
	 * @param gid the group id
	 */
	private record User(int uid, int gid) {

		static User of(Caller caller) {
			return new User(caller.uid(), caller.gid());
		}

	}

	/**
	 * What is known of a user.
	 *
	 * @param authentication who that is, {@code null} if the user is refused
	 * @param refusal the failure of a user who is refused
	 * @param since since when that is known, by {@link System#nanoTime()}
	 */
	private record Identity(@Nullable Authentication authentication, @Nullable Supplier<ErrnoException> refusal,
			long since) {

		boolean isWithin(long nanos) {
			return System.nanoTime() - this.since < nanos;
		}

		Authentication require() {
			if (this.refusal != null) {
				throw this.refusal.get();
			}
			return Objects.requireNonNull(this.authentication);
		}

	}

}
