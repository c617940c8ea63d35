package io.fusemount.data.jpa.database;

import java.sql.Connection;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.errno.ErrnoTranslator;
import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.limit.Demand;
import io.fusemount.core.operation.ServedOperation;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SessionImplementor;
import org.hibernate.resource.transaction.spi.TransactionCoordinatorBuilder;
import org.jspecify.annotations.Nullable;

import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.ResourceHolderSupport;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The one way to the database: a permit, then a transaction with a time limit, then the
 * work. No connection is held before the permit or after the work. What fails has its
 * errno.
 */
public final class DatabaseAccess {

	private final EntityManager entityManager;

	private final DatabasePermits permits;

	private final ErrnoTranslator translator;

	private final Duration timeout;

	private final boolean postgres;

	private final boolean jta;

	private final NameLocks nameLocks;

	private final TransactionTemplate reads;

	private final TransactionTemplate writes;

	private final Outage outage = new Outage();

	/**
	 * Creates the access.
	 * @param timeout how long a transaction may take, in whole seconds, rounded up
	 */
	public DatabaseAccess(EntityManagerFactory entityManagerFactory, PlatformTransactionManager transactionManager,
			Duration timeout, DatabasePermits permits, ErrnoTranslator translator) {
		this.entityManager = SharedEntityManagerCreator.createSharedEntityManager(entityManagerFactory);
		this.permits = permits;
		this.translator = translator;
		this.timeout = timeout;
		SessionFactoryImplementor sessionFactory = entityManagerFactory.unwrap(SessionFactoryImplementor.class);
		this.postgres = DatabaseKind.of(sessionFactory) == DatabaseKind.POSTGRESQL;
		this.jta = sessionFactory.getServiceRegistry().requireService(TransactionCoordinatorBuilder.class).isJta();
		this.nameLocks = NameLocks.of(sessionFactory, timeout);
		this.reads = template(transactionManager, timeout);
		this.reads.setReadOnly(true);
		this.writes = template(transactionManager, timeout);
	}

	private static TransactionTemplate template(PlatformTransactionManager transactionManager, Duration timeout) {
		TransactionTemplate template = new TransactionTemplate(transactionManager);
		template.setTimeout(seconds(timeout));
		return template;
	}

	private static int seconds(Duration timeout) {
		return (int) Math.max(1, timeout.plusMillis(999).toSeconds());
	}

	/**
	 * Does the work in a read-only transaction, or in the one that is active. It is done
	 * again if its connection was broken.
	 */
	public <T> T read(Function<EntityManager, T> work) {
		return read(() -> true, work);
	}

	/**
	 * Does the work in a read-only transaction, as {@link #read(Function)} does.
	 * @param renewal makes it possible to do it again, or says that it is not
	 */
	public <T> T read(BooleanSupplier renewal, Function<EntityManager, T> work) {
		return call(this.reads, Demand.READ, Attempts.toRead(renewal, this.timeout), work);
	}

	/**
	 * Looks something up by single statements, of which none needs to see what another
	 * one has seen: as {@link #read(Function)} does, but at no more than what they cost.
	 */
	public <T> T look(Function<EntityManager, T> work) {
		if (!this.postgres || this.jta || TransactionSynchronizationManager.isActualTransactionActive()) {
			return read(work);
		}
		return read((entityManager) -> ImplicitTransaction.around(connection(entityManager),
				() -> work.apply(entityManager)));
	}

	/**
	 * Does the work in a transaction. What the persistence context has gathered is
	 * flushed before the commit, so that what the database or validation refuses surfaces
	 * here as its own exception. It is done again if the connection of its first
	 * statement was broken.
	 */
	public <T> T write(Function<EntityManager, T> work) {
		return write(0, work);
	}

	/**
	 * Does the work in a transaction, as {@link #write(Function)} does.
	 * @param bytes how much content it sends
	 */
	public <T> T write(long bytes, Function<EntityManager, T> work) {
		return write(bytes, () -> true, work);
	}

	/**
	 * Does the work in a transaction, as {@link #write(Function)} does.
	 * @param bytes how much content it sends
	 * @param renewal makes it possible to do it again, or says that it is not
	 */
	public <T> T write(long bytes, BooleanSupplier renewal, Function<EntityManager, T> work) {
		return OwnNodes.storing(() -> call(this.writes, Demand.sending(bytes), Attempts.toChange(renewal, this.timeout),
				(entityManager) -> {
					T result = work.apply(entityManager);
					entityManager.flush();
					return result;
				}));
	}

	/**
	 * Does the work in a transaction, as {@link #write(Function)} does, with content as a
	 * stream.
	 * @param bytes how much content it sends
	 * @param byCalls whether the driver sends it by calls that know no time limit
	 * @param renewal makes the stream begin anew, or says that it cannot
	 */
	public <T> T upload(long bytes, boolean byCalls, BooleanSupplier renewal, Function<EntityManager, T> work) {
		return write(bytes, renewal, (entityManager) -> {
			if (byCalls || Demand.sending(bytes) == Demand.UPLOAD) {
				limitPieces(entityManager);
			}
			return work.apply(entityManager);
		});
	}

	/**
	 * The driver of PostgreSQL sends large content of large objects by calls that know no
	 * time limit. Others send it with a statement that has one.
	 */
	private void limitPieces(EntityManager entityManager) {
		if (this.postgres) {
			entityManager.unwrap(SessionImplementor.class)
				.doWork((connection) -> StatementTimeout.set(connection, seconds(this.timeout)));
		}
	}

	/**
	 * Returns the locks of names that are made in transactions of it.
	 */
	public NameLocks nameLocks() {
		return this.nameLocks;
	}

	/**
	 * Returns what watches content that is sent in a transaction of the current thread.
	 */
	public UploadPace pace() {
		return new UploadPace(this.timeout, this::progressed);
	}

	/**
	 * Says that the database has answered a part of the work of the current thread.
	 */
	public void answered() {
		ConnectionWatch.answered();
		this.permits.answered();
	}

	/** Gives the transaction, which counts from its begin, the whole time again. */
	private void progressed() {
		ConnectionWatch.answered();
		this.permits.progressed();
		int seconds = seconds(this.timeout);
		for (Object resource : TransactionSynchronizationManager.getResourceMap().values()) {
			if (resource instanceof ResourceHolderSupport holder && holder.hasTimeout()) {
				holder.setTimeoutInSeconds(seconds);
			}
		}
		if (TransactionSynchronizationManager.isActualTransactionActive()) {
			this.entityManager.unwrap(SessionImplementor.class).getJdbcCoordinator().setTransactionTimeOut(seconds);
		}
	}

	private <T> T call(TransactionTemplate template, Demand demand, Attempts attempts,
			Function<EntityManager, @Nullable T> work) {
		while (true) {
			try {
				// A null result passes through, whatever the inner signatures say.
				Object[] result = this.permits.call(demand,
						() -> translated(attempts, () -> connected(template, attempts, work)));
				@SuppressWarnings("unchecked")
				T value = (T) result[0];
				return value;
			}
			catch (ErrnoException ex) {
				attempts.awaitNext(ex);
			}
		}
	}

	private <T> Object[] connected(TransactionTemplate template, Attempts attempts,
			Function<EntityManager, @Nullable T> work) {
		// Who has a transaction has a connection.
		if (TransactionSynchronizationManager.isActualTransactionActive()) {
			return transaction(template, work);
		}
		AtomicReference<@Nullable ConnectionWatch> watch = new AtomicReference<>();
		if (this.postgres) {
			DriverTimer.keepBusy();
		}
		try {
			return this.outage.call(() -> transaction(template, (entityManager) -> {
				this.outage.end();
				ConnectionWatch started = watch(entityManager);
				watch.set(started);
				try {
					return attempts.work(entityManager, (started != null) ? connection(entityManager) : null, work);
				}
				finally {
					synchronize(started);
					// When somebody else commits, nobody knows when that begins.
					ServedOperation.committing(this.jta && template == this.writes);
				}
			}));
		}
		catch (RuntimeException ex) {
			attempts.failed(ex);
			ConnectionWatch started = watch.get();
			throw (started != null) ? started.explain(ex, this.translator) : ex;
		}
		finally {
			ServedOperation.committing(false);
			ConnectionWatch started = watch.get();
			if (started != null) {
				started.close();
			}
		}
	}

	/** Where others commit than the connection, nobody knows when it must not be cut. */
	private @Nullable ConnectionWatch watch(EntityManager entityManager) {
		if (this.jta || !TransactionSynchronizationManager.isSynchronizationActive()) {
			return null;
		}
		return ConnectionWatch.start(connection(entityManager), this.timeout, this.permits.unansweredCommits());
	}

	private static Connection connection(EntityManager entityManager) {
		return entityManager.unwrap(SessionImplementor.class)
			.getJdbcCoordinator()
			.getLogicalConnection()
			.getPhysicalConnection();
	}

	/**
	 * Lets the watch know of the commit after all that the work has registered: what the
	 * application does before the commit may still be cut.
	 */
	private static void synchronize(@Nullable ConnectionWatch watch) {
		if (watch != null) {
			TransactionSynchronizationManager.registerSynchronization(watch);
		}
	}

	/**
	 * A rollback that fails, too, on a connection that is cut, says nothing new: what
	 * failed first is thrown.
	 */
	private <T> Object[] transaction(TransactionTemplate template, Function<EntityManager, @Nullable T> work) {
		AtomicReference<@Nullable RuntimeException> first = new AtomicReference<>();
		try {
			return Objects.requireNonNull(template.execute((status) -> {
				try {
					return new Object[] { work.apply(this.entityManager) };
				}
				catch (RuntimeException ex) {
					first.set(status.isRollbackOnly() ? unhidden(ex) : ex);
					throw ex;
				}
			}));
		}
		catch (RuntimeException ex) {
			RuntimeException failure = first.get();
			throw (failure != null) ? failure : ex;
		}
	}

	/**
	 * Hibernate finds nothing where loading an entity has failed, and marks the
	 * transaction. That a row is gone is not what it means.
	 */
	private static RuntimeException unhidden(RuntimeException failure) {
		return (failure instanceof ErrnoException gone && gone.errno() == Errno.ESTALE && gone.getCause() == null)
				? new ErrnoException(Errno.EIO, "The database failed while the row was read",
						"The log of org.hibernate has its words", gone)
				: failure;
	}

	private Object[] translated(Attempts attempts, Supplier<Object[]> work) {
		try {
			return work.get();
		}
		catch (RuntimeException ex) {
			ErrnoException translated = this.translator.translate(ex);
			if (translated == null) {
				throw ex;
			}
			// One connection that breaks says nothing about the others.
			if (ex instanceof CannotCreateTransactionException && translated.errno() == Errno.EIO
					&& !attempts.isWorthAnother(translated)) {
				this.outage.begin(translated);
			}
			throw translated;
		}
	}

}
