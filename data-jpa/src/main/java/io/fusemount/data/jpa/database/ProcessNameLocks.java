package io.fusemount.data.jpa.database;

import java.sql.DatabaseMetaData;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.BlockingSection;
import io.fusemount.core.limit.Cancellation;
import jakarta.persistence.EntityManager;
import org.hibernate.engine.spi.SessionImplementor;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Locks within this process, for databases that have no locks of names. All nodes of an
 * embedded H2 are in one process.
 */
final class ProcessNameLocks implements NameLocks {

	/** Static: several applications of a process may use one database. */
	private static final Map<String, Held> HELD = new ConcurrentHashMap<>();

	private final Duration timeout;

	private final boolean embeddable;

	/**
	 * Creates the locks.
	 * @param embeddable whether the database may run in the process
	 */
	ProcessNameLocks(Duration timeout, boolean embeddable) {
		this.timeout = timeout;
		this.embeddable = embeddable;
	}

	@Override
	public void take(EntityManager entityManager, Collection<String> names) {
		SessionImplementor session = entityManager.unwrap(SessionImplementor.class);
		String url = session.doReturningWork((connection) -> url(connection.getMetaData()));
		// In a fixed order, which avoids deadlocks.
		List<String> sorted = names.stream().map((name) -> url + "\n" + name).distinct().sorted().toList();
		sorted.forEach((name) -> take(name, session));
	}

	private static String url(DatabaseMetaData metadata) throws java.sql.SQLException {
		return String.valueOf(metadata.getURL());
	}

	private void take(String name, Object owner) {
		Held own = new Held(owner, new CountDownLatch(1));
		long end = System.nanoTime() + this.timeout.toNanos();
		Held other = HELD.putIfAbsent(name, own);
		while (other != null && other.owner() != owner) {
			await(other, end);
			other = HELD.putIfAbsent(name, own);
		}
		if (other == null) {
			TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

				@Override
				public void afterCompletion(int status) {
					HELD.remove(name);
					own.end().countDown();
				}
			});
		}
	}

	private void await(Held other, long end) {
		try (BlockingSection.Scope section = BlockingSection.openLong()) {
			Cancellation
				.await((nanos) -> other.end().await(nanos, TimeUnit.NANOSECONDS) || System.nanoTime() - end >= 0);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new ErrnoException(Errno.EIO, "Interrupted by the shutdown while another program made the same name",
					ex);
		}
		if (System.nanoTime() - end >= 0) {
			throw new ErrnoException(Errno.ETIMEDOUT,
					"Another program has been creating the same name for " + this.timeout.toSeconds() + " s");
		}
	}

	@Override
	public String reach() {
		return this.embeddable
				? ", which all nodes respect if H2 is embedded, and only those of one process if it is a server"
				: ", which only nodes of one process respect: this database has no locks of names";
	}

	/**
	 * A lock that is held.
	 *
	 * @param owner the session whose transaction holds the lock
	 * @param end opens when the lock is released
	 */
	private record Held(Object owner, CountDownLatch end) {

	}

}
