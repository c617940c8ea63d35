package io.fusemount.autoconfigure.tree;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

import jakarta.persistence.PostPersist;
import jakarta.persistence.PostUpdate;
import org.jspecify.annotations.Nullable;

import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;

/**
 * Remembers every name of a paper that the application wrote and how often it committed.
 */
class PaperRecorder implements TransactionExecutionListener {

	/** Static, because Hibernate makes a listener of its own of this class. */
	private static final Set<String> NAMES = ConcurrentHashMap.newKeySet();

	private final AtomicLong commits = new AtomicLong();

	@PostPersist
	@PostUpdate
	void record(Paper paper) {
		NAMES.add(String.valueOf(paper.name));
	}

	@Override
	public void afterCommit(TransactionExecution transaction, @Nullable Throwable failure) {
		if (failure == null && !transaction.isReadOnly()) {
			this.commits.incrementAndGet();
		}
	}

	Set<String> names() {
		return Set.copyOf(NAMES);
	}

	long commits() {
		return this.commits.get();
	}

	void forget() {
		NAMES.clear();
		this.commits.set(0);
	}

}
