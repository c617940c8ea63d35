package io.fusemount.data.jpa.feed;

import java.sql.DriverManager;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.data.jpa.JpaDirectories;
import io.fusemount.data.jpa.JpaSettings;
import io.fusemount.data.jpa.claims.Claims;
import io.fusemount.data.jpa.claims.ClaimsApplication;
import io.fusemount.data.jpa.support.Postgres;
import io.fusemount.data.jpa.support.TestDatabase;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.event.service.spi.EventListenerRegistry;
import org.hibernate.event.spi.EventType;
import org.hibernate.event.spi.PostCommitDeleteEventListener;
import org.hibernate.event.spi.PostCommitInsertEventListener;
import org.hibernate.event.spi.PostCommitUpdateEventListener;
import org.hibernate.event.spi.PostDeleteEvent;
import org.hibernate.event.spi.PostInsertEvent;
import org.hibernate.event.spi.PostUpdateEvent;
import org.hibernate.persister.entity.EntityPersister;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * News of an application whose own listeners fail after each commit and rollback.
 */
@Timeout(120)
class FailingListenersTests {

	private static int databases;

	/** What the feed of Hibernate's events tells. */
	private final News own = new News();

	/** What the feed of PostgreSQL tells. */
	private final News announced = new News();

	private ConfigurableApplicationContext application;

	private JdbcTemplate other;

	private PostgresChangeFeed feed;

	@BeforeEach
	void start() throws Exception {
		String url = Postgres.createDatabase("failing-listeners" + databases++);
		this.other = new JdbcTemplate(new DriverManagerDataSource(url));
		this.application = TestDatabase.start(url, ClaimsApplication.class);
		EventListenerRegistry listeners = this.application.getBean(EntityManagerFactory.class)
			.unwrap(SessionFactoryImplementor.class)
			.getServiceRegistry()
			.requireService(EventListenerRegistry.class);
		FailingListener failing = new FailingListener();
		listeners.prependListeners(EventType.POST_COMMIT_INSERT, failing);
		listeners.prependListeners(EventType.POST_COMMIT_UPDATE, failing);
		listeners.prependListeners(EventType.POST_COMMIT_DELETE, failing);
		ChangeFeedScript.run(this.other);
		ChangeFeedScript.watch(this.other, "letter", "photo");
		JpaDirectories directories = new JpaDirectories(this.application.getBeanFactory(), JpaSettings.defaults(),
				new DatabasePermits(2, Duration.ofSeconds(10)));
		directories.changeFeed().subscribe(this.own);
		this.feed = directories.postgresChangeFeed(() -> DriverManager.getConnection(url), Duration.ZERO);
		this.feed.subscribe(this.announced);
		this.feed.start();
		assertThat(this.announced.before(News.MISSED)).isEmpty();
	}

	@AfterEach
	void stop() {
		this.feed.stop();
		this.application.close();
	}

	/** Does something as the application, which does not hear that it has succeeded. */
	private void failAfter(Consumer<EntityManager> work) {
		assertThatException().isThrownBy(() -> transaction().executeWithoutResult((status) -> work.accept(session())))
			.withStackTraceContaining("The mail server is away");
	}

	private TransactionTemplate transaction() {
		return new TransactionTemplate(this.application.getBean(PlatformTransactionManager.class));
	}

	private EntityManager session() {
		return SharedEntityManagerCreator
			.createSharedEntityManager(this.application.getBean(EntityManagerFactory.class));
	}

	private static Claims.Letter letter(String name) {
		Claims.Letter letter = new Claims.Letter();
		letter.name = name;
		return letter;
	}

	@Test
	void allThatATransactionHasWrittenIsNews() throws Exception {
		failAfter((session) -> {
			session.persist(letter("a.txt"));
			session.persist(letter("b.txt"));
		});
		List<String> letters = this.other.queryForList("select 'Letter ' || id from letter", String.class);
		assertThat(letters).hasSize(2);
		this.own.await(letters);
		failAfter((session) -> session.createQuery("from Letter", Claims.Letter.class)
			.getResultList()
			.forEach((letter) -> letter.kind = "reminder"));
		this.own.await(letters);
		failAfter((session) -> session.createQuery("from Letter", Claims.Letter.class)
			.getResultList()
			.forEach(session::remove));
		this.own.await(letters);
	}

	@Test
	void aRollbackHidesNothing() throws Exception {
		this.other.update("insert into letter (id, name, size, version, secret) values (1, 'a.txt', 0, 0, false)");
		this.announced.await(List.of("Letter 1"));
		assertThatException().isThrownBy(() -> transaction().executeWithoutResult((status) -> {
			EntityManager session = session();
			session.find(Claims.Letter.class, 1L).kind = "reminder";
			session.flush();
			status.setRollbackOnly();
		})).withStackTraceContaining("The mail server is away");
		// Spring does not know what has become of it.
		this.announced.before(News.MISSED);
		transaction().executeWithoutResult(
				(status) -> session().createQuery("update Letter l set l.kind = 'bill'").executeUpdate());
		this.announced.await(List.of("Letter 1"));
	}

	/** Fails whatever it is told of. */
	private static final class FailingListener
			implements PostCommitInsertEventListener, PostCommitUpdateEventListener, PostCommitDeleteEventListener {

		private static final long serialVersionUID = 1L;

		private static void fail() {
			throw new IllegalStateException("The mail server is away");
		}

		@Override
		public void onPostInsert(PostInsertEvent event) {
			fail();
		}

		@Override
		public void onPostUpdate(PostUpdateEvent event) {
			fail();
		}

		@Override
		public void onPostDelete(PostDeleteEvent event) {
			fail();
		}

		@Override
		public void onPostInsertCommitFailed(PostInsertEvent event) {
			fail();
		}

		@Override
		public void onPostUpdateCommitFailed(PostUpdateEvent event) {
			fail();
		}

		@Override
		public void onPostDeleteCommitFailed(PostDeleteEvent event) {
			fail();
		}

		@Override
		public boolean requiresPostCommitHandling(EntityPersister persister) {
			return true;
		}

	}

}
