package io.fusemount.data.jpa.database;

import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.resource.transaction.spi.TransactionCoordinator;
import org.hibernate.resource.transaction.spi.TransactionStatus;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The commit of a transaction of this process, which may have succeeded though it has
 * failed: the answer was lost, and nobody else will tell what was written.
 */
final class OwnCommit implements TransactionSynchronization {

	private final OwnWrites writes;

	private final SharedSessionContractImplementor session;

	private OwnCommit(OwnWrites writes, SharedSessionContractImplementor session) {
		this.writes = writes;
		this.session = session;
	}

	/**
	 * Watches the transaction that is under way, once.
	 * @return whether there is one that can be watched
	 */
	static boolean watch(OwnWrites writes, SharedSessionContractImplementor session) {
		if (!TransactionSynchronizationManager.isSynchronizationActive()) {
			return false;
		}
		if (!TransactionSynchronizationManager.hasResource(writes)) {
			OwnCommit commit = new OwnCommit(writes, session);
			commit.resume();
			TransactionSynchronizationManager.registerSynchronization(commit);
		}
		return true;
	}

	@Override
	public void suspend() {
		TransactionSynchronizationManager.unbindResource(this.writes);
	}

	@Override
	public void resume() {
		TransactionSynchronizationManager.bindResource(this.writes, this);
	}

	@Override
	public void afterCompletion(int status) {
		suspend();
		if (status == STATUS_UNKNOWN || status == STATUS_ROLLED_BACK && hasFailed()) {
			this.writes.doubt();
		}
	}

	/** Spring takes that for a rollback. */
	private boolean hasFailed() {
		TransactionCoordinator coordinator = this.session.getTransactionCoordinator();
		return !coordinator.getTransactionCoordinatorBuilder().isJta()
				&& coordinator.getTransactionDriverControl().getStatus() == TransactionStatus.FAILED_COMMIT;
	}

}
