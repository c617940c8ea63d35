package io.fusemount.data.jpa.database;

import java.util.function.BooleanSupplier;

import org.hibernate.SessionEventListener;

/**
 * Sees whether a statement of a transaction has gone well. Hibernate says that one has
 * ended, also of one that has failed: the connection tells them apart.
 */
final class StatementWatch implements SessionEventListener {

	private static final long serialVersionUID = 1L;

	private final transient BooleanSupplier broken;

	private boolean passed;

	private boolean stopped;

	/**
	 * Creates it.
	 * @param broken whether the connection is of no use any more
	 */
	StatementWatch(BooleanSupplier broken) {
		this.broken = broken;
	}

	@Override
	public void jdbcExecuteStatementEnd() {
		if (!this.stopped && !this.passed) {
			this.passed = !this.broken.getAsBoolean();
		}
	}

	@Override
	public void jdbcExecuteBatchEnd() {
		jdbcExecuteStatementEnd();
	}

	boolean hasPassed() {
		return this.passed;
	}

	/** The session may go on after the transaction. */
	void stop() {
		this.stopped = true;
	}

}
