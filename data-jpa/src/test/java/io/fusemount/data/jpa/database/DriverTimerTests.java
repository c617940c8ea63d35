package io.fusemount.data.jpa.database;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Stream;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.data.jpa.directory.texts.TextsApplication;
import io.fusemount.data.jpa.support.Postgres;
import io.fusemount.data.jpa.support.TestDatabase;
import jakarta.persistence.EntityManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * How often the timer of PostgreSQL's driver is woken.
 */
class DriverTimerTests {

	private static final int STATEMENTS = 500;

	private static int databases;

	private ConfigurableApplicationContext application;

	@BeforeEach
	void start() {
		this.application = TestDatabase.start(Postgres.createDatabase("timer" + databases++), TextsApplication.class);
	}

	@AfterEach
	void stop() {
		this.application.close();
	}

	private DatabaseAccess access(Duration timeout) {
		return TestDatabase.access(this.application, timeout, new DatabasePermits(1, Duration.ZERO));
	}

	private static Object select(EntityManager entityManager, String sql) {
		return entityManager.createNativeQuery(sql, String.class).getSingleResult();
	}

	private static Stream<Thread> timers() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().startsWith("PostgreSQL-JDBC-SharedTimer"));
	}

	@Test
	void statementsDoNotWakeIt() {
		DatabaseAccess access = access(Duration.ofSeconds(30));
		access.read((entityManager) -> select(entityManager, "select 'first'"));
		long before = waits();
		for (int i = 0; i < STATEMENTS; i++) {
			access.read((entityManager) -> select(entityManager, "select 'a'"));
		}
		assertThat(waits() - before).isLessThan(STATEMENTS / 5);
	}

	/** How often they have waited. */
	private static long waits() {
		long[] ids = timers().mapToLong(Thread::getId).toArray();
		assertThat(ids).isNotEmpty();
		return Arrays.stream(ManagementFactory.getThreadMXBean().getThreadInfo(ids))
			.mapToLong((info) -> info.getWaitedCount())
			.sum();
	}

	@Test
	void statementsThatTakeTooLongEndAsBefore() {
		DatabaseAccess access = access(Duration.ofSeconds(1));
		assertThatExceptionOfType(ErrnoException.class)
			.isThrownBy(
					() -> access.read((entityManager) -> select(entityManager, "select cast(pg_sleep(30) as varchar)")))
			.satisfies((failure) -> assertThat(failure.errno()).isEqualTo(Errno.ETIMEDOUT));
	}

	@Test
	void itIsLeftAloneWhenNoStatementsAreSentAnyMore() {
		access(Duration.ofSeconds(30)).read((entityManager) -> select(entityManager, "select 'a'"));
		assertThat(DriverTimer.isBusy()).isTrue();
		this.application.close();
		await().untilAsserted(() -> assertThat(DriverTimer.isBusy()).isFalse());
	}

}
