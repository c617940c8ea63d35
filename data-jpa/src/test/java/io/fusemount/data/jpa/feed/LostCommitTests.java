package io.fusemount.data.jpa.feed;

import java.net.URI;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

import io.fusemount.conformance.database.Relay;
import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.data.jpa.JpaDirectories;
import io.fusemount.data.jpa.JpaSettings;
import io.fusemount.data.jpa.claims.Claims;
import io.fusemount.data.jpa.claims.ClaimsApplication;
import io.fusemount.data.jpa.database.DatabaseAccess;
import io.fusemount.data.jpa.support.Postgres;
import io.fusemount.data.jpa.support.TestDatabase;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * Commits of an application to which the answers are lost: what has become of them is
 * told like a change of somebody else.
 */
class LostCommitTests {

	private static int databases;

	private final News news = new News();

	private Relay network;

	private ConfigurableApplicationContext application;

	private JdbcTemplate other;

	private PostgresChangeFeed feed;

	private long letter;

	@BeforeEach
	void start() throws Exception {
		String url = Postgres.createDatabase("lost" + databases++);
		this.other = new JdbcTemplate(new DriverManagerDataSource(url));
		int port = URI.create(url.substring("jdbc:".length())).getPort();
		this.network = new Relay(port);
		this.application = TestDatabase.start(url.replace(":" + port, ":" + this.network.port()),
				ClaimsApplication.class);
		ChangeFeedScript.run(this.other);
		ChangeFeedScript.watch(this.other, "letter", "photo");
		JpaDirectories directories = new JpaDirectories(this.application.getBeanFactory(), JpaSettings.defaults(),
				new DatabasePermits(2, Duration.ofSeconds(10)));
		this.feed = directories.postgresChangeFeed(() -> DriverManager.getConnection(url), Duration.ZERO);
		this.feed.subscribe(this.news);
		this.feed.start();
		assertThat(this.news.before(News.MISSED)).isEmpty();
		Claims.Letter made = new Claims.Letter();
		made.name = "a.txt";
		transaction().executeWithoutResult((status) -> entityManager().persist(made));
		this.letter = Objects.requireNonNull(made.id);
		assertNoNews();
	}

	@AfterEach
	void stop() throws Exception {
		this.feed.stop();
		this.application.close();
		this.network.close();
	}

	private TransactionTemplate transaction() {
		return new TransactionTemplate(this.application.getBean(PlatformTransactionManager.class));
	}

	private EntityManager entityManager() {
		return SharedEntityManagerCreator
			.createSharedEntityManager(this.application.getBean(EntityManagerFactory.class));
	}

	/**
	 * The announcement itself may come first: it is not taken for an own one any more.
	 */
	private void awaitDoubt() throws InterruptedException {
		assertThat(this.news.before(News.MISSED)).allMatch((told) -> told.startsWith("Letter"));
	}

	private void assertNoNews() throws InterruptedException {
		this.other.update("insert into photo (id, name, size, version) values (1, 'marker', 0, 0)");
		assertThat(this.news.before("Photo 1")).isEmpty();
		this.other.update("delete from photo");
		assertThat(this.news.before("Photo 1")).isEmpty();
	}

	/** Changes the letter, and does something right before the commit. */
	private void change(Runnable beforeCommit) {
		transaction().executeWithoutResult((status) -> {
			EntityManager entityManager = entityManager();
			entityManager.find(Claims.Letter.class, this.letter).kind = "reminder";
			entityManager.flush();
			beforeCommit.run();
		});
	}

	private @Nullable String kind() {
		return this.other.queryForObject("select kind from letter", String.class);
	}

	@Test
	void whatMayHaveChangedIsToldIfTheAnswerIsLost() throws Exception {
		assertThatException().isThrownBy(() -> change(this.network::loseTheNextAnswer));
		assertThat(kind()).isEqualTo("reminder");
		awaitDoubt();
	}

	@Test
	void whatIsCommittedAfterTheAnswerWasLostIsNews() throws Exception {
		this.other.execute("create function wait() returns trigger language plpgsql as "
				+ "'begin perform pg_sleep(1); return null; end'");
		this.other.execute("create constraint trigger wait after update on letter initially deferred "
				+ "for each row execute function wait()");
		assertThatException().isThrownBy(() -> change(this.network::loseTheNextConnection));
		awaitDoubt();
		assertThat(this.news.before("Letter " + this.letter)).doesNotContain(News.MISSED);
		assertThat(kind()).isEqualTo("reminder");
	}

	@Test
	void aTransactionWithinAnotherOneIsWatchedForItself() throws Exception {
		TransactionTemplate another = transaction();
		another.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
		transaction().executeWithoutResult((status) -> {
			EntityManager entityManager = entityManager();
			Claims.Letter made = new Claims.Letter();
			made.name = "b.txt";
			entityManager.persist(made);
			entityManager.flush();
			assertThatException().isThrownBy(() -> another.executeWithoutResult((inner) -> {
				entityManager.find(Claims.Letter.class, this.letter).kind = "reminder";
				entityManager.flush();
				this.network.loseTheNextAnswer();
			}));
		});
		awaitDoubt();
	}

	@Test
	void whatTheDatabaseRefusesAtTheCommitHidesNothing() throws Exception {
		this.other.execute("create function refuse() returns trigger language plpgsql as "
				+ "'begin raise exception ''not so''; end'");
		this.other.execute("create constraint trigger refuse after update on letter initially deferred "
				+ "for each row execute function refuse()");
		assertThatException().isThrownBy(() -> change(() -> {
		}));
		assertThat(kind()).isNull();
		this.other.execute("drop trigger refuse on letter");
		this.other.update("update letter set kind = 'bill'");
		this.news.await(List.of("Letter " + this.letter));
	}

	@Test
	void whatIsStoredIsToldIfTheApplicationFailsAfterTheCommit() throws Exception {
		DatabaseAccess access = TestDatabase.access(this.application, Duration.ofSeconds(30),
				new DatabasePermits(1, Duration.ZERO));
		assertThatException().isThrownBy(() -> access.write((entityManager) -> {
			entityManager.find(Claims.Letter.class, this.letter).kind = "reminder";
			TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

				@Override
				public void afterCommit() {
					throw new IllegalStateException("The mail server is away");
				}

			});
			return "done";
		}));
		assertThat(kind()).isEqualTo("reminder");
		awaitDoubt();
	}

	@Test
	void aTransactionWithinThatOfAnotherManagerIsNewsOfSomebodyElse() throws Exception {
		PlatformTransactionManager another = new ResourcelessTransactionManager();
		transaction().executeWithoutResult((status) -> {
			EntityManager entityManager = entityManager();
			entityManager.find(Claims.Letter.class, this.letter);
			new TransactionTemplate(another).executeWithoutResult((inner) -> {
				entityManager.find(Claims.Letter.class, this.letter).kind = "reminder";
				entityManager.flush();
			});
		});
		this.news.await(List.of("Letter " + this.letter));
	}

	/** Of something that is not this database. */
	private static final class ResourcelessTransactionManager extends AbstractPlatformTransactionManager {

		private static final long serialVersionUID = 1L;

		@Override
		protected Object doGetTransaction() {
			return this;
		}

		@Override
		protected void doBegin(Object transaction, TransactionDefinition definition) {
		}

		@Override
		protected void doCommit(DefaultTransactionStatus status) {
		}

		@Override
		protected void doRollback(DefaultTransactionStatus status) {
		}

	}

	@Test
	void whatIsRolledBackIsNoNews() throws Exception {
		assertThatException().isThrownBy(() -> change(() -> {
			throw new IllegalStateException("The application does not want it");
		}));
		assertNoNews();
		assertThat(kind()).isNull();
	}

}
