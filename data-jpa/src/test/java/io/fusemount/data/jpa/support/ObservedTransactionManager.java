package io.fusemount.data.jpa.support;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

import io.fusemount.conformance.memory.Gate;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import jakarta.persistence.EntityManagerFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.DefaultTransactionStatus;

/**
 * Counts the transactions of the filesystem, and fails or holds back those that change
 * something, as a test has decided. The application's own are left alone.
 */
public final class ObservedTransactionManager extends JpaTransactionManager {

	private static final long serialVersionUID = 1L;

	private final transient ThreadLocal<Boolean> own = ThreadLocal.withInitial(() -> false);

	private final transient AtomicLong reads = new AtomicLong();

	private final transient AtomicLong writes = new AtomicLong();

	private final transient AtomicLong ended = new AtomicLong();

	private final transient Queue<Errno> failures = new ConcurrentLinkedQueue<>();

	private transient volatile @Nullable Gate gate;

	private transient volatile @Nullable Gate lastGate;

	public ObservedTransactionManager(EntityManagerFactory entityManagerFactory) {
		super(entityManagerFactory);
	}

	/** Does the work as the application. */
	public <T extends @Nullable Object> T asApplication(Supplier<T> work) {
		this.own.set(true);
		try {
			return work.get();
		}
		finally {
			this.own.set(false);
		}
	}

	public long reads() {
		return this.reads.get();
	}

	public long writes() {
		return this.writes.get();
	}

	/** Returns how many transactions that may have changed something have ended. */
	public long ended() {
		return this.ended.get();
	}

	public void failNextWrite(Errno errno) {
		this.failures.add(errno);
	}

	public Gate holdWrites() {
		Gate closed = new Gate();
		this.gate = closed;
		return closed;
	}

	/**
	 * Holds back transactions that change something before they commit, when they have
	 * done their work.
	 */
	public Gate holdBeforeCommit() {
		Gate closed = new Gate();
		this.lastGate = closed;
		return closed;
	}

	/** Forgets what a test has decided. */
	public void reset() {
		this.failures.clear();
		this.gate = null;
		this.lastGate = null;
	}

	@Override
	protected void doBegin(Object transaction, TransactionDefinition definition) {
		if (!this.own.get()) {
			observe(definition);
		}
		super.doBegin(transaction, definition);
	}

	@Override
	protected void doCommit(DefaultTransactionStatus status) {
		Gate closed = this.lastGate;
		if (closed != null && !this.own.get() && !status.isReadOnly()) {
			closed.pass();
		}
		try {
			super.doCommit(status);
		}
		finally {
			if (!status.isReadOnly()) {
				this.ended.incrementAndGet();
			}
		}
	}

	private void observe(TransactionDefinition definition) {
		if (definition.isReadOnly()) {
			this.reads.incrementAndGet();
			return;
		}
		this.writes.incrementAndGet();
		Gate closed = this.gate;
		if (closed != null) {
			closed.pass();
		}
		Errno failure = this.failures.poll();
		if (failure != null) {
			throw new ErrnoException(failure, "A test wants the next transaction to fail");
		}
	}

}
