package io.fusemount.autoconfigure.mounted;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

import jakarta.persistence.PostPersist;
import jakarta.persistence.PostUpdate;
import org.jspecify.annotations.Nullable;

import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;

/**
 * Remembers every name that the application wrote and how often it committed.
 */
public class Recorder implements TransactionExecutionListener {

	/** Static, because Hibernate makes a listener of its own of this class. */
	private static final Set<String> NAMES = ConcurrentHashMap.newKeySet();

	private final AtomicLong commits = new AtomicLong();

	@PostPersist
	@PostUpdate
	void record(Recorded file) {
		NAMES.add(String.valueOf(file.recordedName()));
	}

	@Override
	public void afterCommit(TransactionExecution transaction, @Nullable Throwable failure) {
		if (failure == null && !transaction.isReadOnly()) {
			this.commits.incrementAndGet();
		}
	}

	/** Returns the names of what was written since it was told to forget. */
	public Set<String> names() {
		return Set.copyOf(NAMES);
	}

	/** Returns how many transactions were committed since then. */
	public long commits() {
		return this.commits.get();
	}

	/** Begins anew. */
	public void forget() {
		NAMES.clear();
		this.commits.set(0);
	}

	/** An entity whose names are remembered. */
	public interface Recorded {

		/** Returns its name now. */
		@Nullable String recordedName();

	}

}
