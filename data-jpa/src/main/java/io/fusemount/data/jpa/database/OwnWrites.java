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
 * The rows that transactions of this process have recently written in ways that it
 * reports itself. PostgreSQL's announcements of them are no news. Rows written by other
 * processes or by bulk statements of this process are not included: another connection
 * wrote them, or only the database knows them.
 */
public final class OwnWrites {

	/** For rows of tables that announce nothing. Some 150 bytes each. */
	private static final int MAX_WRITES = 10_000;

	/**
	 * A transaction that commits later after its statement costs a look at the database.
	 */
	private static final long KEPT_NANOS = Duration.ofSeconds(30).toNanos();

	/** The expected announcements, in the order of the writes. */
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
	 * Returns the writes of a session factory, which are recorded from now on.
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
	 * Returns the writes of a session factory, or {@code null} if they are not recorded.
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
	 * Registers work for when it is unknown whether a transaction was committed. Its
	 * announcements may have been taken for no news until then, and are news afterwards.
	 */
	public void onDoubt(Runnable doubter) {
		this.doubters.add(doubter);
	}

	void doubt() {
		forget();
		this.doubters.forEach(Runnable::run);
	}

	/** Makes all announcements from now on news. */
	synchronized void forget() {
		this.writes.clear();
	}

	/**
	 * Records a write of the active transaction, unless Spring does not know the
	 * transaction or JTA commits it: its end would not be reported.
	 */
	public void add(SharedSessionContractImplementor session, EntityPersister entity, Object id) {
		if (!OwnCommit.watch(this, session)) {
			return;
		}
		try {
			add(new Write(Backend.of(session), entity.getRootEntityName(), id), transaction(session));
		}
		catch (SQLException ex) {
			// A wrapper hides the driver: the announcement costs a look at the row.
		}
	}

	/** Distinguishes successive transactions on one connection. */
	private static int transaction(SharedSessionContractImplementor session) {
		return System.identityHashCode(session.getTransactionCoordinator().getTransactionDriverControl());
	}

	/** A row is announced once per transaction, however often it is written. */
	private synchronized void add(Write write, int transaction) {
		Expected before = this.writes.remove(write);
		int count = (before != null) ? before.count() : 0;
		boolean same = before != null && before.transaction() == transaction;
		this.writes.put(write, new Expected(same ? count : count + 1, transaction, System.nanoTime()));
	}

	/**
	 * Whether an announcement is about a recorded write, which it settles.
	 * @param backend the server process that has sent the announcement
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

	/** Removes the writes of a row whose transaction was not committed. */
	synchronized void forget(EntityPersister entity, Object id) {
		this.writes.keySet()
			.removeIf((write) -> write.entity().equals(entity.getRootEntityName()) && write.id().equals(id));
	}

	/**
	 * A row that was written.
	 *
	 * @param backend the server process that wrote it, one for each connection
	 * @param entity the name of the entity at the root of its hierarchy
	 * @param id the id
	 */
	private record Write(int backend, String entity, Object id) {

	}

	/**
	 * The announcements of a row that are still to come.
	 *
	 * @param count the number of announcements
	 * @param transaction the last transaction that wrote the row
	 * @param time the time of that write, in nanoseconds
	 */
	private record Expected(int count, int transaction, long time) {

	}

}
