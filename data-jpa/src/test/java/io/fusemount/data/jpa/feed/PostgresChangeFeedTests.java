package io.fusemount.data.jpa.feed;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.data.jpa.JpaDirectories;
import io.fusemount.data.jpa.JpaSettings;
import io.fusemount.data.jpa.claims.Claims;
import io.fusemount.data.jpa.claims.ClaimsApplication;
import io.fusemount.data.jpa.support.Postgres;
import io.fusemount.data.jpa.support.TestDatabase;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * News that PostgreSQL announces to an application whose files are in directories of
 * customers, claims and values.
 */
class PostgresChangeFeedTests {

	private static final String MARKER = "Photo 1";

	private static final Duration MINUTE = Duration.ofMinutes(1);

	private static int databases;

	private final News news = new News();

	private ConfigurableApplicationContext application;

	/** Another program. */
	private JdbcTemplate other;

	private PostgresChangeFeed feed;

	/** A feed that assures of a time. */
	private Function<Duration, PostgresChangeFeed> feeds;

	private String role = "";

	private long letter;

	@BeforeEach
	void start() throws Exception {
		String url = Postgres.createDatabase("feed" + databases++);
		this.other = new JdbcTemplate(new DriverManagerDataSource(url));
		this.role = "listener" + databases;
		this.other.execute("create role " + this.role + " login");
		this.application = TestDatabase.start(url, ClaimsApplication.class);
		ChangeFeedScript.run(this.other);
		ChangeFeedScript.watch(this.other, "customer", "claim", "attachment", "letter", "photo");
		JpaDirectories directories = new JpaDirectories(this.application.getBeanFactory(), JpaSettings.defaults(),
				new DatabasePermits(2, Duration.ofSeconds(10)));
		this.feeds = (timeToLive) -> directories.postgresChangeFeed(() -> connect(url), timeToLive);
		this.feed = this.feeds.apply(Duration.ZERO);
		this.feed.subscribe(this.news);
		this.feed.start();
		assertThat(this.news.before(News.MISSED)).isEmpty();
		this.other.update("insert into photo (id, name, size, version) values (1, 'marker', 0, 0)");
		assertThat(this.news.before(MARKER)).isEmpty();
		this.letter = apply((entityManager) -> {
			Claims.Letter made = new Claims.Letter();
			made.name = "a.txt";
			entityManager.persist(made);
			return made.id;
		});
	}

	@AfterEach
	void stop() {
		this.feed.stop();
		this.application.close();
	}

	/** Connects as a user with no more rights than everybody has. */
	private Connection connect(String url) throws SQLException {
		assertThat(url).contains("user=postgres");
		return DriverManager.getConnection(url.replace("user=postgres", "user=" + this.role) + "&ApplicationName=feed");
	}

	/** Does something as the application. */
	private <T> T apply(Function<EntityManager, T> work) {
		EntityManager entityManager = SharedEntityManagerCreator
			.createSharedEntityManager(this.application.getBean(EntityManagerFactory.class));
		return new TransactionTemplate(this.application.getBean(PlatformTransactionManager.class))
			.execute((status) -> work.apply(entityManager));
	}

	/**
	 * Lets another program change a photo, and returns the news before that. It does so
	 * twice, because a doubt is told after all that has come together with it.
	 */
	private List<String> newsSoFar() throws InterruptedException {
		List<String> news = new ArrayList<>();
		for (int i = 0; i < 2; i++) {
			this.other.update("update photo set name = name || '!'");
			news.addAll(this.news.before(MARKER));
		}
		return news;
	}

	@Test
	void whatAnotherProgramChangesIsNewsOfEveryFileAndDirectoryOfTheRow() throws Exception {
		this.other.update("update letter set kind = 'reminder' where id = ?", this.letter);
		assertThat(newsSoFar()).contains("Letter " + this.letter)
			.allSatisfy((each) -> assertThat(each).startsWith("Letter").endsWith(" " + this.letter))
			.hasSizeGreaterThan(1);
		this.other.update("delete from letter");
		assertThat(newsSoFar()).contains("Letter " + this.letter);
	}

	@Test
	void whatTheApplicationChangesBySessionsIsHeardOfOtherwise() throws Exception {
		assertThat(newsSoFar()).as("made above").isEmpty();
		apply((entityManager) -> entityManager.find(Claims.Letter.class, this.letter).kind = "reminder");
		apply((entityManager) -> {
			entityManager.remove(entityManager.find(Claims.Letter.class, this.letter));
			return true;
		});
		assertThat(newsSoFar()).isEmpty();
	}

	@Test
	void whatTheApplicationChangesByBulkStatementsIsNews() throws Exception {
		newsSoFar();
		apply((entityManager) -> entityManager.find(Claims.Letter.class, this.letter).kind = "reminder");
		apply((entityManager) -> entityManager.createQuery("update Letter l set l.kind = 'bill'").executeUpdate());
		assertThat(newsSoFar()).contains("Letter " + this.letter);
	}

	@Test
	void whatTheApplicationChangesBySessionsWithoutAStateIsNews() throws Exception {
		newsSoFar();
		SessionFactory sessions = this.application.getBean(EntityManagerFactory.class).unwrap(SessionFactory.class);
		sessions.inStatelessTransaction((session) -> {
			Claims.Letter found = session.get(Claims.Letter.class, this.letter);
			found.kind = "reminder";
			session.update(found);
		});
		assertThat(newsSoFar()).contains("Letter " + this.letter);
	}

	@Test
	void whatTheApplicationChangesByTransactionsOfWhichSpringDoesNotKnowIsNews() throws Exception {
		newsSoFar();
		SessionFactory sessions = this.application.getBean(EntityManagerFactory.class).unwrap(SessionFactory.class);
		sessions.inTransaction((session) -> session.find(Claims.Letter.class, this.letter).kind = "reminder");
		assertThat(newsSoFar()).contains("Letter " + this.letter);
	}

	@Test
	void whatTheApplicationHasRolledBackHidesNothing() throws Exception {
		newsSoFar();
		new TransactionTemplate(this.application.getBean(PlatformTransactionManager.class)).execute((status) -> {
			EntityManager entityManager = SharedEntityManagerCreator
				.createSharedEntityManager(this.application.getBean(EntityManagerFactory.class));
			entityManager.find(Claims.Letter.class, this.letter).kind = "reminder";
			entityManager.flush();
			status.setRollbackOnly();
			return backend(entityManager);
		});
		apply((entityManager) -> entityManager.createQuery("update Letter l set l.kind = 'bill'").executeUpdate());
		assertThat(newsSoFar()).contains("Letter " + this.letter);
	}

	private static Object backend(EntityManager entityManager) {
		return entityManager.createNativeQuery("select pg_backend_pid()").getSingleResult();
	}

	@Test
	void whatSaysWhereManyFilesAreConcernsAnyOfThem() throws Exception {
		newsSoFar();
		this.other.update("insert into claim (id, number, status) values (1, 'C-1', 'OPEN')");
		assertThat(newsSoFar()).containsExactly(News.MISSED);
		this.other.update("update claim set status = 'CLOSED'");
		assertThat(newsSoFar()).containsExactly(News.MISSED);
	}

	@Test
	void changesOfVeryManyRowsAreNotToldOneByOne() throws Exception {
		newsSoFar();
		this.other.update("insert into letter (id, name, size, version, secret) "
				+ "select 1000 + i, 'l' || i, 0, 0, false from generate_series(1, 5000) i");
		assertThat(newsSoFar()).containsExactly(News.MISSED);
		this.other.update("truncate letter");
		assertThat(newsSoFar()).containsExactly(News.MISSED);
	}

	@Test
	void otherTablesAndOtherWordsOnTheChannelAreNoNews() throws Exception {
		newsSoFar();
		this.other.execute("create table stranger (id int primary key)");
		ChangeFeedScript.watch(this.other, "stranger");
		this.other.update("insert into stranger values (1)");
		this.other.execute("notify fusemount, 'hello'");
		this.other.execute("notify fusemount");
		assertThat(newsSoFar()).isEmpty();
		this.other.execute("select pg_notify('fusemount', concat_ws(chr(31), 'public', 'letter', 'id', 'many'))");
		assertThat(newsSoFar()).containsExactly(News.MISSED);
	}

	@Test
	void aConnectionThatIsLostIsReplacedAndWhatWasMissedIsTold() throws Exception {
		newsSoFar();
		for (int i = 0; i < 2; i++) {
			assertThat(this.other
				.queryForList("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'feed'"))
				.hasSize(1);
			assertThat(this.news.before(News.MISSED)).isEmpty();
			assertThat(newsSoFar()).isEmpty();
		}
	}

	@Test
	void whileItHasNoConnectionItSaysSoAndSinceWhen() throws Exception {
		newsSoFar();
		assertThat(this.feed.trouble()).isNull();
		this.other.execute("alter role " + this.role + " connection limit 0");
		this.other.execute("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'feed'");
		await().untilAsserted(() -> assertThat(this.feed.trouble())
			.startsWith("The change feed of PostgreSQL has had no connection since 2")
			.contains("too many connections for role"));
		this.other.execute("alter role " + this.role + " connection limit -1");
		await().untilAsserted(() -> assertThat(this.feed.trouble()).isNull());
		assertThat(this.news.before(News.MISSED)).isEmpty();
	}

	/** Starts one that assures of a time, in the place of the one that does not. */
	private void assure() throws InterruptedException {
		newsSoFar();
		this.feed.stop();
		assertThat(this.news.assured()).isZero();
		this.feed = this.feeds.apply(MINUTE);
		this.feed.subscribe(this.news);
		this.feed.start();
		assertThat(this.news.before(News.MISSED)).isEmpty();
		awaitAssured(MINUTE);
	}

	private void awaitAssured(Duration expected) {
		await().atMost(Duration.ofSeconds(30))
			.pollInterval(Duration.ofMillis(10))
			.untilAsserted(() -> assertThat(this.news.assured()).isEqualTo(expected));
	}

	@Test
	void aConnectionThatIsLostEndsWhatWasAssuredAndWhatWasMissedIsToldAtOnce() throws Exception {
		assure();
		this.other.execute("alter role " + this.role + " connection limit 0");
		this.other.execute("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'feed'");
		assertThat(this.news.before(News.MISSED)).isEmpty();
		assertThat(this.news.assured()).isZero();
		this.other.execute("alter role " + this.role + " connection limit -1");
		assertThat(this.news.before(News.MISSED)).isEmpty();
		assertThat(this.news.assuredAtLastMiss()).as("it is told before").isZero();
		awaitAssured(MINUTE);
		this.feed.stop();
		assertThat(this.news.before(News.MISSED)).isEmpty();
		assertThat(this.news.assured()).isZero();
	}

	@Test
	void nothingIsAssuredWhileATableDoesNotAnnounceItsChanges() throws Exception {
		assure();
		this.other.execute("alter table letter disable trigger user");
		awaitAssured(Duration.ZERO);
		assertThat(this.news.before(News.MISSED)).isEmpty();
		this.other.execute("alter table letter enable trigger user");
		awaitAssured(MINUTE);
		assertThat(this.news.before(News.MISSED)).isEmpty();
		assertThat(this.news.assuredAtLastMiss()).as("what was changed until then is told before").isZero();
		assertThat(newsSoFar()).isEmpty();
	}

	@Test
	void nothingIsHeldAndNothingToldAfterTheEnd() throws Exception {
		newsSoFar();
		assertThat(this.feed.isRunning()).isTrue();
		this.feed.stop();
		assertThat(this.feed.isRunning()).isFalse();
		assertThat(Thread.getAllStackTraces().keySet()).extracting(Thread::getName)
			.doesNotContain("fusemount-change-feed");
		this.other.update("update letter set kind = 'bill'");
		this.feed.start();
		assertThat(this.news.before(News.MISSED)).isEmpty();
		assertThat(newsSoFar()).isEmpty();
	}

}
