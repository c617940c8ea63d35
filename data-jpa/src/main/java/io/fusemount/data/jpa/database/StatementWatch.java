package io.fusemount.data.jpa.database;

import java.util.function.BooleanSupplier;

import org.hibernate.SessionEventListener;

/**
 * Observes whether a statement of a transaction has succeeded. Hibernate also reports the
 * end of a statement that failed: the connection tells them apart.
 */
final class StatementWatch implements SessionEventListener {

	private static final long serialVersionUID = 1L;

	private final transient BooleanSupplier broken;

	private boolean passed;

	private boolean stopped;

	/**
	 * Creates the watch.
	 * @param broken whether the connection is unusable
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

	/** Stops the watch: the session may outlive the transaction. */
	void stop() {
		this.stopped = true;
	}

}
