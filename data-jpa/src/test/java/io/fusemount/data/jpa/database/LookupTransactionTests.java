package io.fusemount.data.jpa.database;

import java.time.Duration;
import java.util.List;
import java.util.Set;

import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.operation.CallerScope;
import io.fusemount.data.jpa.directory.texts.TextsApplication;
import io.fusemount.data.jpa.support.Postgres;
import io.fusemount.data.jpa.support.TestDatabase;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Which lookups share a transaction on PostgreSQL, as its clock tells: it stands still
 * within one.
 */
class LookupTransactionTests {

	private static ConfigurableApplicationContext application;

	private PlatformTransactionManager transactions;

	private DatabaseAccess access;

	@BeforeAll
	static void start() {
		application = TestDatabase.start(Postgres.createDatabase("lookups"), TextsApplication.class);
	}

	@AfterAll
	static void stop() {
		application.close();
	}

	@BeforeEach
	void open() {
		this.transactions = application.getBean(PlatformTransactionManager.class);
		this.access = access(this.transactions);
	}

	@Test
	void lookupsNeedNoCommit() {
		List<Object> times = this.access.look(LookupTransactionTests::times);
		assertThat(times.get(0)).isNotEqualTo(times.get(1));
	}

	@Test
	void otherReadsAreOneTransaction() {
		List<Object> times = this.access.read(LookupTransactionTests::times);
		assertThat(times.get(0)).isEqualTo(times.get(1));
	}

	@Test
	void lookupsWithinATransactionAreAPartOfIt() {
		List<Object> times = this.access
			.write((entityManager) -> List.of(now(entityManager), this.access.look(LookupTransactionTests::now)));
		assertThat(times.get(0)).isEqualTo(times.get(1));
		times = new TransactionTemplate(this.transactions)
			.execute((status) -> this.access.look(LookupTransactionTests::times));
		assertThat(times.get(0)).isEqualTo(times.get(1));
	}

	@Test
	void lookupsHaveTheTransactionOfTheApplicationsManager() {
		boolean[] seen = this.access
			.look((entityManager) -> new boolean[] { TransactionSynchronizationManager.isActualTransactionActive(),
					TransactionSynchronizationManager.isCurrentTransactionReadOnly() });
		assertThat(seen).containsExactly(true, true);
	}

	@Test
	void whatTheManagerSetsForATransactionIsSeenByLookups() {
		DatabaseAccess tenants = access(new TenantTransactionManager());
		List<Object> found = tenants.look((entityManager) -> List.of(tenant(entityManager), now(entityManager),
				tenant(entityManager), now(entityManager)));
		assertThat(found.get(0)).isEqualTo("42");
		assertThat(found.get(2)).isEqualTo("42");
		assertThat(found.get(1)).isEqualTo(found.get(3));
	}

	@Test
	void aFailedLookupLeavesAConnectionThatIsOfUse() {
		for (int i = 0; i < 20; i++) {
			assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> this.access
				.look((entityManager) -> entityManager.createNativeQuery("select 1/0").getSingleResult()));
			List<Object> times = this.access.write(LookupTransactionTests::times);
			assertThat(times.get(0)).isEqualTo(times.get(1));
		}
	}

	@Test
	void lookupsHaveATimeLimit() {
		DatabaseAccess impatient = new DatabaseAccess(application.getBean(EntityManagerFactory.class),
				this.transactions, Duration.ofSeconds(1), new DatabasePermits(1, Duration.ZERO), CallerScope.NONE,
				(failure) -> null);
		assertThatExceptionOfType(RuntimeException.class)
			.isThrownBy(() -> impatient
				.look((entityManager) -> entityManager.createNativeQuery("select pg_sleep(30)").getSingleResult()))
			.havingRootCause()
			.withMessageContaining("canceling statement");
	}

	private static List<Object> times(EntityManager entityManager) {
		return List.of(now(entityManager), now(entityManager));
	}

	private static Object now(EntityManager entityManager) {
		return entityManager.createNativeQuery("select cast(now() as text)").getSingleResult();
	}

	private static Object tenant(EntityManager entityManager) {
		return entityManager.createNativeQuery("select current_setting('app.tenant', true)").getSingleResult();
	}

	private static DatabaseAccess access(PlatformTransactionManager transactions) {
		return new DatabaseAccess(application.getBean(EntityManagerFactory.class), transactions, Duration.ofMinutes(1),
				new DatabasePermits(2, Duration.ZERO), CallerScope.NONE, new JpaErrnoTranslator(Set.of()));
	}

	/**
	 * Sets who asks, until the transaction ends, as applications with row security do.
	 */
	private static final class TenantTransactionManager extends JpaTransactionManager {

		private static final long serialVersionUID = 1L;

		TenantTransactionManager() {
			super(application.getBean(EntityManagerFactory.class));
		}

		@Override
		protected void doBegin(Object transaction, TransactionDefinition definition) {
			super.doBegin(transaction, definition);
			SharedEntityManagerCreator.createSharedEntityManager(application.getBean(EntityManagerFactory.class))
				.createNativeQuery("select set_config('app.tenant', '42', true)")
				.getSingleResult();
		}

	}

}
