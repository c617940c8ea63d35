package io.fusemount.data.jpa.database;

import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.hibernate.engine.spi.SharedSessionContractImplementor;

/**
 * Work for the end of a session's transaction. Hibernate does it before it calls the
 * listeners of the application: the first of those that throws keeps all others from
 * being called.
 */
public abstract class TransactionEnd implements Synchronization {

	private static final Log logger = LogFactory.getLog(TransactionEnd.class);

	/**
	 * Registers the work for the end of the session's current transaction.
	 */
	public final void await(SharedSessionContractImplementor session) {
		session.getTransactionCoordinator().getLocalSynchronizations().registerSynchronization(this);
	}

	/**
	 * Does the work.
	 * @param committed whether the transaction was committed; if not, it was rolled back,
	 * or its end is unknown
	 */
	protected abstract void ended(boolean committed);

	@Override
	public final void beforeCompletion() {
	}

	@Override
	public final void afterCompletion(int status) {
		try {
			ended(status == Status.STATUS_COMMITTED);
		}
		catch (RuntimeException ex) {
			// An exception would keep other synchronizations from being called.
			logger.warn("Work for the end of a transaction failed", ex);
		}
	}

}
