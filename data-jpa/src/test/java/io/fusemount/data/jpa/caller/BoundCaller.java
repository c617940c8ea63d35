package io.fusemount.data.jpa.caller;

import java.util.ArrayList;
import java.util.List;

import io.fusemount.core.operation.Caller;
import io.fusemount.core.operation.CallerScope;
import org.jspecify.annotations.Nullable;

import org.springframework.transaction.support.TransactionSynchronizationManager;

/** What a framework knows of the user on a thread. */
final class BoundCaller implements CallerScope {

	static final ThreadLocal<@Nullable String> CURRENT = new ThreadLocal<>();

	/**
	 * Whether a transaction was active at each time when a caller was to be found out.
	 */
	static final List<Boolean> PREPARED = new ArrayList<>();

	@Override
	public void prepare() {
		PREPARED.add(TransactionSynchronizationManager.isActualTransactionActive());
	}

	@Override
	public Binding bind() {
		Caller caller = Caller.current();
		if (caller == null) {
			return Binding.NONE;
		}
		String before = CURRENT.get();
		CURRENT.set("user " + caller.uid());
		return () -> CURRENT.set(before);
	}

}
