package io.fusemount.data.jpa.vfs;

import java.time.Duration;
import java.util.Objects;

import io.fusemount.conformance.memory.Gate;
import io.fusemount.conformance.vfs.Application;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.node.Directory;
import io.fusemount.data.jpa.JpaDirectories;
import io.fusemount.data.jpa.JpaSettings;
import io.fusemount.data.jpa.mapping.DetectionStrategy;
import io.fusemount.data.jpa.support.ObservedTransactionManager;
import io.fusemount.data.jpa.support.Statements;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * An application that owns what is in a database, and one directory of it.
 */
abstract class DatabaseOwner implements Application, AutoCloseable {

	private static final int PAGE_SIZE = 7;

	final ObservedTransactionManager transactions;

	final Statements statements;

	final JdbcTemplate jdbc;

	final String contentExpression;

	final Directory directory;

	private final JpaDirectories directories;

	private final ConfigurableApplicationContext context;

	/**
	 * Looks after an application that has been started.
	 * @param contentExpression the SQL for the bytes of the column {@code document}
	 */
	DatabaseOwner(ConfigurableApplicationContext context, String directory, String contentExpression) {
		this.context = context;
		this.transactions = context.getBean(ObservedTransactionManager.class);
		this.statements = context.getBean(Statements.class);
		this.jdbc = new JdbcTemplate(context.getBean(javax.sql.DataSource.class));
		this.contentExpression = contentExpression;
		this.directories = newDirectories();
		this.directory = Objects.requireNonNull(this.directories.directories().get(directory));
	}

	private JpaDirectories newDirectories() {
		JpaSettings settings = new JpaSettings(DetectionStrategy.ANNOTATED, false, PAGE_SIZE, Duration.ofSeconds(30),
				64L << 20);
		return new JpaDirectories(this.context.getBeanFactory(), settings,
				new DatabasePermits(4, Duration.ofSeconds(10)));
	}

	/** Returns the directory of this name as another node has it. */
	final Directory newDirectory(String name) {
		return Objects.requireNonNull(newDirectories().directories().get(name));
	}

	final JpaDirectories directories() {
		return this.directories;
	}

	final ConfigurableApplicationContext context() {
		return this.context;
	}

	/** Returns the directory, empty. */
	final Directory emptyDirectory() {
		this.transactions.reset();
		this.statements.clear();
		deleteAll();
		return this.directory;
	}

	/** Deletes all rows. */
	abstract void deleteAll();

	final void inTransaction(Runnable work) {
		this.transactions.asApplication(() -> {
			new TransactionTemplate(this.transactions).executeWithoutResult((status) -> work.run());
			return null;
		});
	}

	@Override
	public boolean takes(long bytes) {
		try {
			this.directory.requireRoomFor(bytes);
			return true;
		}
		catch (ErrnoException ex) {
			return false;
		}
	}

	@Override
	public long commits() {
		return this.transactions.writes();
	}

	@Override
	public long lookups() {
		return this.transactions.reads() - fetches();
	}

	@Override
	public long fetches() {
		return this.statements.fetches();
	}

	@Override
	public void failNextCommit(Errno errno) {
		this.transactions.failNextWrite(errno);
	}

	@Override
	public Gate holdCommits() {
		return this.transactions.holdWrites();
	}

	@Override
	public void close() {
		this.context.close();
	}

}
