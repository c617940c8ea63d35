package io.fusemount.data.jpa.database;

import java.util.function.BooleanSupplier;

import org.hibernate.SessionEventListener;

/**
 * Sees whether a statement of a transaction has gone well: another one follows, and the
 * connection is still there.
 */
final class StatementWatch implements SessionEventListener {

	private static final long serialVersionUID = 1L;

	private final transient BooleanSupplier broken;

	private boolean sent;

	private boolean passed;

	private boolean ended;

	/**
	 * Creates it.
	 * @param broken whether the connection is of no use any more
	 */
	StatementWatch(BooleanSupplier broken) {
		this.broken = broken;
	}

	/** Content may be sent after the statement that takes it has been prepared. */
	@Override
	public void jdbcPrepareStatementStart() {
		if (!this.ended && this.sent && !this.passed) {
			this.passed = !this.broken.getAsBoolean();
		}
	}

	@Override
	public void jdbcExecuteStatementStart() {
		jdbcPrepareStatementStart();
		this.sent = true;
	}

	@Override
	public void jdbcExecuteBatchStart() {
		jdbcExecuteStatementStart();
	}

	boolean hasPassed() {
		return this.passed;
	}

	/** The session may go on after the transaction. */
	void stop() {
		this.ended = true;
	}

}
