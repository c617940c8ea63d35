package io.fusemount.data.jpa.database;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import io.fusemount.conformance.database.EnabledIfMariaDb;
import io.fusemount.conformance.database.MariaDbServer;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.data.jpa.directory.texts.TextsApplication;
import io.fusemount.data.jpa.support.Postgres;
import io.fusemount.data.jpa.support.Relay;
import io.fusemount.data.jpa.support.TestDatabase;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import org.hibernate.Session;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A database that does not answer any more, and says nothing about it: its server is
 * stopped, or gone from the network.
 */
@Timeout(600)
class SilentDatabaseTests {

	@Test
	@EnabledIfMariaDb
	@Semantics("A database that does not answer any more is waited for as long as `fusemount.database.timeout` and two "
			+ "seconds, then ETIMEDOUT.")
	void nobodyWaitsForMariaDbForEver() throws IOException {
		silenceTakesTooLong(MariaDbServer.shared().createDatabase("silent", MariaDbServer.EXACT));
	}

	@Test
	@Semantics("A database that does not answer any more is waited for as long as `fusemount.database.timeout` and two "
			+ "seconds, then ETIMEDOUT.")
	void nobodyWaitsForPostgresForEver() throws IOException {
		silenceTakesTooLong(Postgres.createDatabase("silent") + "&cancelSignalTimeout=1");
	}

	private static void silenceTakesTooLong(String url) throws IOException {
		try (Relay relay = new Relay(url);
				ConfigurableApplicationContext application = TestDatabase.start(relay.url(), TextsApplication.class)) {
			assertThatExceptionOfType(ErrnoException.class)
				.isThrownBy(() -> access(application, 1).read((entityManager) -> {
					relay.silence(true);
					return answer(entityManager);
				}))
				.satisfies((failure) -> assertThat(failure.errno()).isEqualTo(Errno.ETIMEDOUT));
			relay.silence(false);
			assertThat(access(application, 60).<Object>read(SilentDatabaseTests::answer)).isEqualTo(1);
		}
	}

	@Test
	void applicationWaitsAsLongAsBefore() {
		try (ConfigurableApplicationContext application = TestDatabase.start(Postgres.createDatabase("patient"),
				TextsApplication.class)) {
			List<Integer> limits = new ArrayList<>();
			access(application, 60).read((entityManager) -> {
				entityManager.unwrap(Session.class).doWork((connection) -> {
					limits.add(connection.getNetworkTimeout());
					afterTransaction(() -> limits.add(networkTimeout(connection)));
				});
				return "";
			});
			assertThat(limits).containsExactly(62_000, 0);
		}
	}

	private static DatabaseAccess access(ConfigurableApplicationContext application, int timeoutSeconds) {
		return new DatabaseAccess(application.getBean(EntityManagerFactory.class),
				application.getBean(PlatformTransactionManager.class), Duration.ofSeconds(timeoutSeconds),
				new DatabasePermits(1, Duration.ZERO), new JpaErrnoTranslator(Set.of()));
	}

	private static Object answer(EntityManager entityManager) {
		return entityManager.createNativeQuery("select 1", Integer.class).getSingleResult();
	}

	private static int networkTimeout(Connection connection) {
		try {
			return connection.getNetworkTimeout();
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static void afterTransaction(Runnable task) {
		TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

			@Override
			public void afterCompletion(int status) {
				task.run();
			}

		});
	}

}
