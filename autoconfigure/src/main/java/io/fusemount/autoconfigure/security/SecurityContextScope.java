package io.fusemount.autoconfigure.security;

import java.util.List;
import java.util.function.Supplier;

import io.fusemount.core.operation.Caller;
import io.fusemount.core.operation.CallerScope;

import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolderStrategy;

/**
 * Binds the caller to the thread as Spring Security does with the user of a request. What
 * has no caller, such as work that the application asks for itself, keeps the context of
 * its thread.
 */
final class SecurityContextScope implements CallerScope {

	private final Supplier<SecurityContextHolderStrategy> strategy;

	private final KnownCallers callers;

	SecurityContextScope(Supplier<SecurityContextHolderStrategy> strategy, KnownCallers callers) {
		this.strategy = strategy;
		this.callers = callers;
	}

	@Override
	public void prepare() {
		Caller caller = Caller.current();
		if (caller != null) {
			this.callers.of(caller);
		}
	}

	@Override
	public Binding bind() {
		Caller caller = Caller.current();
		if (caller == null) {
			return Binding.NONE;
		}
		Authentication authentication = this.callers.prepared(caller);
		SecurityContextHolderStrategy holder = this.strategy.get();
		SecurityContext before = holder.getContext();
		// One of its own, because code of the application may change it.
		SecurityContext context = holder.createEmptyContext();
		context.setAuthentication(authentication);
		holder.setContext(context);
		return () -> restore(holder, before);
	}

	@Override
	public Object identity() {
		Authentication authentication = this.strategy.get().getContext().getAuthentication();
		return (authentication != null) ? List.of(authentication.getName(),
				authentication.getAuthorities()
					.stream()
					.map((authority) -> String.valueOf(authority.getAuthority()))
					.sorted()
					.toList())
				: List.of();
	}

	private static void restore(SecurityContextHolderStrategy holder, SecurityContext before) {
		if (before.getAuthentication() != null) {
			holder.setContext(before);
		}
		else {
			holder.clearContext();
		}
	}

}
