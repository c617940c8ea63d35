package io.fusemount.data.jpa.database;

import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.event.service.spi.EventListenerRegistry;
import org.hibernate.event.spi.EventType;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

/**
 * The rows that transactions of this process have written lately by ways on which it
 * hears of them itself. What PostgreSQL announces of them is no news. A row that somebody
 * else writes, or a bulk statement of this process, is not among them: it was written by
 * another connection, or is known to the database only.
 */
public final class OwnWrites {

	/** For the rows of tables that announce nothing. Some 150 bytes each. */
	private static final int MAX_WRITES = 10_000;

	/**
	 * What takes longer from its statement to its commit costs a look at the database.
	 */
	private static final long KEPT_NANOS = Duration.ofSeconds(30).toNanos();

	/** What is expected of them, in the order of the writes. */
	@GuardedBy("this")
	private final Map<Write, Expected> writes = new LinkedHashMap<>() {

		@Override
		protected boolean removeEldestEntry(Map.Entry<Write, Expected> eldest) {
			return size() > MAX_WRITES;
		}

	};

	private final List<Runnable> doubters = new CopyOnWriteArrayList<>();

	OwnWrites() {
	}

	/**
	 * Returns those of a session factory, which are recorded from now on.
	 */
	public static OwnWrites record(SessionFactoryImplementor sessionFactory) {
		OwnWrites known = find(sessionFactory);
		if (known != null) {
			return known;
		}
		OwnWrites writes = new OwnWrites();
		EventListenerRegistry registry = registry(sessionFactory);
		WriteListener listener = new WriteListener(writes);
		registry.getEventListenerGroup(EventType.POST_INSERT).appendListener(listener);
		registry.getEventListenerGroup(EventType.POST_UPDATE).appendListener(listener);
		registry.getEventListenerGroup(EventType.POST_DELETE).appendListener(listener);
		return writes;
	}

	/**
	 * Returns those of a session factory, or {@code null} if nobody wants to know.
	 */
	@SuppressWarnings("deprecation")
	public static @Nullable OwnWrites find(SessionFactoryImplementor sessionFactory) {
		for (Object listener : registry(sessionFactory).getEventListenerGroup(EventType.POST_INSERT).listeners()) {
			if (listener instanceof WriteListener known) {
				return known.writes();
			}
		}
		return null;
	}

	private static EventListenerRegistry registry(SessionFactoryImplementor sessionFactory) {
		return sessionFactory.getServiceRegistry().requireService(EventListenerRegistry.class);
	}

	/**
	 * Says what to do when nobody knows whether a transaction has been committed. What is
	 * announced of it may have been taken for no news until then, and is news after it.
	 */
	public void onDoubt(Runnable doubter) {
		this.doubters.add(doubter);
	}

	void doubt() {
		forget();
		this.doubters.forEach(Runnable::run);
	}

	/** All that is announced from now on is news. */
	synchronized void forget() {
		this.writes.clear();
	}

	/**
	 * Records a write of the transaction that is under way, unless Spring does not know
	 * of it, or another one than the database commits it: nobody would tell how it ends.
	 */
	public void add(SharedSessionContractImplementor session, EntityPersister entity, Object id) {
		if (!OwnCommit.watch(this, session)) {
			return;
		}
		try {
			add(new Write(Backend.of(session), entity.getRootEntityName(), id), transaction(session));
		}
		catch (SQLException ex) {
			// A wrapper that hides the driver: the announcement costs a look at the row.
		}
	}

	/** Tells transactions apart that follow each other on one connection. */
	private static int transaction(SharedSessionContractImplementor session) {
		return System.identityHashCode(session.getTransactionCoordinator().getTransactionDriverControl());
	}

	/** A row is announced once for each transaction, however often that writes it. */
	private synchronized void add(Write write, int transaction) {
		Expected before = this.writes.remove(write);
		int count = (before != null) ? before.count() : 0;
		boolean same = before != null && before.transaction() == transaction;
		this.writes.put(write, new Expected(same ? count : count + 1, transaction, System.nanoTime()));
	}

	/**
	 * Whether an announcement is about such a write, which is over with it.
	 * @param backend the process of the server that has sent it
	 */
	public synchronized boolean remove(int backend, EntityPersister entity, Object id) {
		Write write = new Write(backend, entity.getRootEntityName(), id);
		Expected expected = this.writes.remove(write);
		if (expected == null || System.nanoTime() - expected.time() >= KEPT_NANOS) {
			return false;
		}
		if (expected.count() > 1) {
			this.writes.put(write, new Expected(expected.count() - 1, expected.transaction(), expected.time()));
		}
		return true;
	}

	/** A transaction has not been committed. */
	synchronized void forget(EntityPersister entity, Object id) {
		this.writes.keySet()
			.removeIf((write) -> write.entity().equals(entity.getRootEntityName()) && write.id().equals(id));
	}

	/**
	 * A row that was written.
	 *
	 * @param backend the process of the server that did it, one for each connection
	 * @param entity the name of the entity at the root of its hierarchy
	 * @param id the id
	 */
	private record Write(int backend, String entity, Object id) {

	}

	/**
	 * The announcements of a row that have not come yet.
	 *
	 * @param count how many
	 * @param transaction the transaction that has written it last
	 * @param time when that was, in nanoseconds
	 */
	private record Expected(int count, int transaction, long time) {

	}

}
