package io.fusemount.data.jpa;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import javax.sql.DataSource;

import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.node.NodeKey;
import io.fusemount.data.jpa.archive.ArchiveApplication;
import io.fusemount.data.jpa.archive.DocumentRepository;
import io.fusemount.data.jpa.archive.InvoiceRepository;
import io.fusemount.data.jpa.archive.NoteRepository;
import io.fusemount.data.jpa.archive.PaymentRepository;
import io.fusemount.data.jpa.mapping.DetectionStrategy;
import io.fusemount.data.jpa.support.Statements;
import io.fusemount.data.jpa.support.TestDatabase;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The archive on one database, with its directories and what is observed of both.
 */
final class RunningDirectories implements AutoCloseable {

	static final int PAGE_SIZE = 5;

	static final long MAX_IN_MEMORY = 50_000;

	private final ConfigurableApplicationContext application;

	private final JdbcTemplate jdbc;

	private final JpaDirectories directories;

	private final List<NodeKey> news = new CopyOnWriteArrayList<>();

	RunningDirectories(String databaseUrl) {
		this(databaseUrl, MAX_IN_MEMORY);
	}

	RunningDirectories(String databaseUrl, long maxInMemory) {
		this.application = TestDatabase.start(databaseUrl, ArchiveApplication.class);
		this.jdbc = new JdbcTemplate(this.application.getBean(DataSource.class));
		JpaSettings settings = new JpaSettings(DetectionStrategy.ANNOTATED, false, PAGE_SIZE, Duration.ofMinutes(1),
				maxInMemory);
		this.directories = new JpaDirectories(this.application.getBeanFactory(), settings,
				new DatabasePermits(4, Duration.ofSeconds(10)));
		this.directories.changeFeed().subscribe((change) -> this.news.add(change.node()));
	}

	/** Deletes all rows and forgets what has been observed. */
	void empty() {
		this.application.getBean(PaymentRepository.class).deleteAll();
		this.application.getBean(InvoiceRepository.class).deleteAll();
		this.application.getBean(DocumentRepository.class).deleteAll();
		this.application.getBean(NoteRepository.class).deleteAll();
		this.news.clear();
		statements().clear();
	}

	ConfigurableApplicationContext application() {
		return this.application;
	}

	Statements statements() {
		return this.application.getBean(Statements.class);
	}

	JdbcTemplate jdbc() {
		return this.jdbc;
	}

	JpaDirectories directories() {
		return this.directories;
	}

	List<NodeKey> news() {
		return this.news;
	}

	@Override
	public void close() {
		this.application.close();
	}

}
