package io.fusemount.data.jpa.database;

import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.resource.transaction.spi.TransactionStatus;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The commit of a transaction of this process. A commit that failed may have succeeded:
 * the answer was lost, and no other source reports what was written.
 */
final class OwnCommit implements TransactionSynchronization {

	private final OwnWrites writes;

	private final SharedSessionContractImplementor session;

	private OwnCommit(OwnWrites writes, SharedSessionContractImplementor session) {
		this.writes = writes;
		this.session = session;
	}

	/**
	 * Watches the active transaction of a session, once.
	 * @return whether there is a transaction that can be watched
	 */
	static boolean watch(OwnWrites writes, SharedSessionContractImplementor session) {
		if (!TransactionSynchronizationManager.isSynchronizationActive() || isJta(session)) {
			return false;
		}
		if (!TransactionSynchronizationManager.hasResource(session)) {
			OwnCommit commit = new OwnCommit(writes, session);
			commit.resume();
			TransactionSynchronizationManager.registerSynchronization(commit);
		}
		return true;
	}

	@Override
	public void suspend() {
		TransactionSynchronizationManager.unbindResource(this.session);
	}

	@Override
	public void resume() {
		TransactionSynchronizationManager.bindResource(this.session, this);
	}

	/**
	 * To Spring, a failed commit is a rollback. If the session's transaction is still
	 * active, another transaction has ended, and nothing will report how this one ends.
	 */
	@Override
	public void afterCompletion(int status) {
		suspend();
		TransactionStatus own = this.session.getTransactionCoordinator().getTransactionDriverControl().getStatus();
		if (own == TransactionStatus.ACTIVE) {
			this.writes.forget();
		}
		else if (status == STATUS_UNKNOWN || own == TransactionStatus.FAILED_COMMIT) {
			this.writes.doubt();
		}
		else if (status == STATUS_COMMITTED) {
			OwnNodes.onFailure(this.writes::doubt);
		}
	}

	/** With JTA, the end may be reported on another thread. */
	private static boolean isJta(SharedSessionContractImplementor session) {
		return session.getTransactionCoordinator().getTransactionCoordinatorBuilder().isJta();
	}

}
