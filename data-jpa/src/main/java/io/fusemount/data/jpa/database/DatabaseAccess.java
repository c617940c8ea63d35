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
import io.fusemount.core.operation.CallerScope;
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
 * The only access to the database: a permit, then a transaction with a time limit, then
 * the work. No connection is held before the permit or after the work. Failures have an
 * errno.
 */
public final class DatabaseAccess {

	private final EntityManager entityManager;

	private final DatabasePermits permits;

	private final CallerScope callers;

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
	 * @param callers bound around each transaction
	 */
	public DatabaseAccess(EntityManagerFactory entityManagerFactory, PlatformTransactionManager transactionManager,
			Duration timeout, DatabasePermits permits, CallerScope callers, ErrnoTranslator translator) {
		this.entityManager = SharedEntityManagerCreator.createSharedEntityManager(entityManagerFactory);
		this.permits = permits;
		this.callers = callers;
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
	 * Does the work in a read-only transaction, or in the active one. The work is
	 * repeated if its connection was broken.
	 */
	public <T> T read(Function<EntityManager, T> work) {
		return read(() -> true, work);
	}

	/**
	 * Does the work in a read-only transaction, as {@link #read(Function)} does.
	 * @param renewal prepares another attempt, or returns false if there can be none
	 */
	public <T> T read(BooleanSupplier renewal, Function<EntityManager, T> work) {
		return call(this.reads, Demand.READ, Attempts.toRead(renewal, this.timeout), work);
	}

	/**
	 * Looks something up by single statements that need no common snapshot: as
	 * {@link #read(Function)}, but at no more than the cost of the statements.
	 */
	public <T> T look(Function<EntityManager, T> work) {
		if (!this.postgres || this.jta || TransactionSynchronizationManager.isActualTransactionActive()) {
			return read(work);
		}
		return read((entityManager) -> ImplicitTransaction.around(connection(entityManager),
				() -> work.apply(entityManager)));
	}

	/**
	 * Does the work in a transaction. The persistence context is flushed before the
	 * commit, so that a refusal of the database or of validation surfaces here as its own
	 * exception. The work is repeated if the connection of its first statement was
	 * broken.
	 */
	public <T> T write(Function<EntityManager, T> work) {
		return write(0, work);
	}

	/**
	 * Does the work in a transaction, as {@link #write(Function)} does.
	 * @param bytes the number of bytes of content to send
	 */
	public <T> T write(long bytes, Function<EntityManager, T> work) {
		return write(bytes, () -> true, work);
	}

	/**
	 * Does the work in a transaction, as {@link #write(Function)} does.
	 * @param bytes the number of bytes of content to send
	 * @param renewal prepares another attempt, or returns false if there can be none
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
	 * @param bytes the number of bytes of content to send
	 * @param byCalls whether the driver sends the content by calls without a time limit
	 * @param renewal restarts the stream, or returns false if it cannot
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
	 * PostgreSQL's driver sends large content of large objects by calls without a time
	 * limit. Other drivers send content with a statement that has one.
	 */
	private void limitPieces(EntityManager entityManager) {
		if (this.postgres) {
			entityManager.unwrap(SessionImplementor.class)
				.doWork((connection) -> StatementTimeout.set(connection, seconds(this.timeout)));
		}
	}

	/**
	 * Returns the locks of names for transactions of this access.
	 */
	public NameLocks nameLocks() {
		return this.nameLocks;
	}

	/**
	 * Returns a watch of content that the current thread sends in a transaction.
	 */
	public UploadPace pace() {
		return new UploadPace(this.timeout, this::progressed);
	}

	/**
	 * Records that the database has answered a part of the current thread's work.
	 */
	public void answered() {
		ConnectionWatch.answered();
		this.permits.answered();
	}

	/** Restarts the time limit of the transaction, which counts from its beginning. */
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
				if (!TransactionSynchronizationManager.isActualTransactionActive()) {
					this.callers.prepare();
				}
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
		// An active transaction has a connection.
		if (TransactionSynchronizationManager.isActualTransactionActive()) {
			return transaction(template, work);
		}
		AtomicReference<@Nullable ConnectionWatch> watch = new AtomicReference<>();
		if (this.postgres) {
			DriverTimer.keepBusy();
		}
		// Around the transaction: resolvers of tenants are asked when it begins.
		try (CallerScope.Binding binding = this.callers.bind()) {
			return this.outage.call(() -> transaction(template, (entityManager) -> {
				this.outage.end();
				ConnectionWatch started = watch(entityManager);
				watch.set(started);
				try {
					return attempts.work(entityManager, (started != null) ? connection(entityManager) : null, work);
				}
				finally {
					synchronize(started);
					// With JTA, it is not known when the commit begins.
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

	/** With JTA, it is not known from when on the connection must not be cut. */
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
	 * Registers the watch after everything that the work has registered: what the
	 * application does before the commit may still be cut.
	 */
	private static void synchronize(@Nullable ConnectionWatch watch) {
		if (watch != null) {
			TransactionSynchronizationManager.registerSynchronization(watch);
		}
	}

	/**
	 * Throws the first failure: a rollback that fails as well, on a connection that was
	 * cut, adds nothing.
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
	 * transaction for rollback. That does not mean that the row is gone.
	 */
	private static RuntimeException unhidden(RuntimeException failure) {
		return (failure instanceof ErrnoException gone && gone.errno() == Errno.ESTALE && gone.getCause() == null)
				? new ErrnoException(Errno.EIO, "The database failed while the row was read",
						"The log of org.hibernate has the details", gone)
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
			// One broken connection says nothing about the others.
			if (ex instanceof CannotCreateTransactionException && translated.errno() == Errno.EIO
					&& !attempts.isWorthAnother(translated)) {
				this.outage.begin(translated);
			}
			throw translated;
		}
	}

}
