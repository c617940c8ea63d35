package io.fusemount.data.jpa.database;

import java.time.Duration;
import java.util.Collection;

import jakarta.persistence.EntityManager;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.resource.jdbc.spi.PhysicalConnectionHandlingMode;
import org.hibernate.resource.transaction.spi.TransactionCoordinatorBuilder;

/**
 * Locks of names that are about to be created, each held until its transaction ends. They
 * serve directories in which no unique key keeps names apart: a name that is free once
 * its lock is held stays free.
 */
public sealed interface NameLocks permits PostgresNameLocks, MySqlNameLocks, ProcessNameLocks {

	/**
	 * Takes the locks of names in the active transaction. Must be called before anything
	 * is read in it: the snapshot would not show what other nodes commit in the meantime.
	 * @param names texts that identify names and their directories, the same in every
	 * process
	 */
	void take(EntityManager entityManager, Collection<String> names);

	/**
	 * Returns which nodes respect the locks, in words that follow "FuseMount locks a name
	 * while it makes it".
	 */
	String reach();

	/**
	 * Returns the locks that a database supports.
	 * @param timeout the time to wait for a lock
	 */
	static NameLocks of(SessionFactoryImplementor sessionFactory, Duration timeout) {
		return switch (DatabaseKind.of(sessionFactory)) {
			case POSTGRESQL -> new PostgresNameLocks();
			case MARIADB, MYSQL ->
				keepsConnections(sessionFactory) ? new MySqlNameLocks(timeout) : new ProcessNameLocks(timeout, false);
			case H2 -> new ProcessNameLocks(timeout, true);
			case OTHER -> new ProcessNameLocks(timeout, false);
		};
	}

	/** Whether a session keeps its connection after the end of its transaction. */
	private static boolean keepsConnections(SessionFactoryImplementor sessionFactory) {
		return !sessionFactory.getServiceRegistry().requireService(TransactionCoordinatorBuilder.class).isJta()
				&& sessionFactory.getSessionFactoryOptions()
					.getPhysicalConnectionHandlingMode() == PhysicalConnectionHandlingMode.DELAYED_ACQUISITION_AND_HOLD;
	}

}
