package io.fusemount.data.jpa.blob;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.StreamSupport;

import io.fusemount.conformance.blob.BlobStore;
import io.fusemount.conformance.blob.BlobStoreConformanceKit;
import io.fusemount.conformance.blob.PatternContent;
import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.node.Content;
import io.fusemount.core.node.ContentSource;
import io.fusemount.core.operation.CallerScope;
import io.fusemount.data.jpa.archive.ArchiveApplication;
import io.fusemount.data.jpa.database.DatabaseAccess;
import io.fusemount.data.jpa.database.JpaErrnoTranslator;
import io.fusemount.data.jpa.mapping.DetectionStrategy;
import io.fusemount.data.jpa.mapping.EntityMapping;
import io.fusemount.data.jpa.mapping.FileMapping;
import io.fusemount.data.jpa.mapping.FileMappings;
import io.fusemount.data.jpa.mapping.FileProperty;
import io.fusemount.data.jpa.support.Statements;
import io.fusemount.data.jpa.support.TestDatabase;
import jakarta.persistence.EntityManager;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A column of an application in a database, held against the contract of a store. A
 * subclass names both.
 */
@TestInstance(Lifecycle.PER_CLASS)
abstract class AbstractJpaBlobStoreTests extends BlobStoreConformanceKit<Object> {

	private static final long MAX_IN_MEMORY = 32L << 20;

	private ConfigurableApplicationContext application;

	private FileMapping mapping;

	private DatabaseAccess access;

	private final DatabasePermits permits = new DatabasePermits(4, Duration.ofSeconds(30));

	private JpaBlobStore store;

	private int rows;

	abstract String databaseUrl();

	/** The application that has the rows. */
	Class<?> application() {
		return ArchiveApplication.class;
	}

	/** The directory whose rows are used. */
	abstract String path();

	@BeforeAll
	void start() {
		this.application = TestDatabase.start(databaseUrl(), application());
		this.mapping = StreamSupport
			.stream(FileMappings.detect(this.application.getBeanFactory(), DetectionStrategy.ANNOTATED, false)
				.spliterator(), false)
			.filter((candidate) -> candidate.path().equals(path()))
			.findFirst()
			.orElseThrow();
		this.access = new DatabaseAccess(this.mapping.unit().entityManagerFactory(),
				this.mapping.unit().transactionManager(), Duration.ofSeconds(30), this.permits, CallerScope.NONE,
				new JpaErrnoTranslator(this.mapping.entity().row().nameMarks()));
		EntityMapping entity = this.mapping.entity();
		this.store = new JpaBlobStore(this.access, entity, new EntityContent(entity, MAX_IN_MEMORY));
	}

	@AfterAll
	void stop() {
		this.application.close();
	}

	@Test
	void eachPieceOfWholeContentIsAnAnswerOfTheDatabase() {
		Object key = createRow();
		this.store.write(key, new PatternContent(1, 2L * Content.PIECE_BYTES + 1));
		AtomicLong last = new AtomicLong();
		AtomicInteger pieces = new AtomicInteger();
		this.store.readAll(key, null, (piece) -> {
			if (pieces.incrementAndGet() > 1) {
				assertThat(this.permits.oldestWork().toNanos()).isLessThanOrEqualTo(System.nanoTime() - last.get());
			}
			last.set(System.nanoTime());
		});
		assertThat(pieces).hasValueGreaterThan(1);
	}

	EntityMapping entity() {
		return this.mapping.entity();
	}

	Statements statements() {
		return this.application.getBean(Statements.class);
	}

	DatabaseAccess access() {
		return this.access;
	}

	@Override
	protected BlobStore<Object> store() {
		return new TestedStore(this.store);
	}

	@Override
	protected Object createRow() {
		return this.access.write((entityManager) -> {
			Object entity = this.mapping.repository().newEntity();
			this.mapping.entity().fileName().set(entity, "row" + this.rows++);
			return this.mapping.entity().id().of(this.mapping.repository().save(entity));
		});
	}

	@Override
	protected void deleteRow(Object key) {
		this.access.write((entityManager) -> {
			entityManager.remove(row(entityManager, key));
			return key;
		});
	}

	@Override
	protected @Nullable Object version(Object key) {
		FileProperty version = this.mapping.entity().version();
		return (version != null) ? this.access.read((entityManager) -> version.get(row(entityManager, key))) : null;
	}

	@Override
	protected void changeVersion(Object key) {
		this.access.write((entityManager) -> {
			this.mapping.entity().fileName().set(row(entityManager, key), "changed" + this.rows++);
			return key;
		});
	}

	@Override
	protected void rollBack(Runnable work) {
		new TransactionTemplate(this.mapping.unit().transactionManager()).executeWithoutResult((status) -> {
			work.run();
			status.setRollbackOnly();
		});
	}

	private Object row(EntityManager entityManager, Object key) {
		return Objects.requireNonNull(entityManager.find(this.mapping.entity().type(), key));
	}

	/** The store as the kit sees it. */
	private record TestedStore(JpaBlobStore store) implements BlobStore<Object> {

		@Override
		public int read(Object key, @Nullable Object version, long position, ByteBuffer target) {
			return this.store.read(key, version, position, target);
		}

		@Override
		public boolean isCostlyByRange(Object key, @Nullable Object version) {
			return this.store.isCostlyByRange(key, version);
		}

		@Override
		public void readAll(Object key, @Nullable Object version, Consumer<ByteBuffer> target) {
			this.store.readAll(key, version, target);
		}

		@Override
		public long length(Object key) {
			return this.store.length(key, null);
		}

		@Override
		public void write(Object key, ContentSource source) {
			this.store.write(key, source);
		}

	}

}
