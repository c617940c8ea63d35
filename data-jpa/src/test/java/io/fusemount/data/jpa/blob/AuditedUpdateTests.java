package io.fusemount.data.jpa.blob;

import java.util.function.Consumer;

import io.fusemount.data.jpa.enhanced.Scan;
import io.fusemount.data.jpa.support.Postgres;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import org.hibernate.engine.spi.SelfDirtinessTracker;
import org.hibernate.jpa.HibernatePersistenceConfiguration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the application itself writes of an enhanced entity with a large object.
 */
class AuditedUpdateTests {

	private static EntityManagerFactory factory;

	@BeforeAll
	static void start() {
		factory = new HibernatePersistenceConfiguration("audited").managedClass(Scan.class)
			.jdbcUrl(Postgres.createDatabase("audited"))
			.property("hibernate.hbm2ddl.auto", "create")
			.createEntityManagerFactory();
	}

	@AfterAll
	static void stop() {
		factory.close();
	}

	@BeforeEach
	void storeOne() {
		inTransaction((entityManager) -> {
			entityManager.createNativeQuery("truncate scan cascade").executeUpdate();
			entityManager.persist(new Scan(1, "label", "remark", new byte[] { 1, 2, 3 }, "tag"));
		});
	}

	@Test
	void theBuildHasEnhancedTheEntity() {
		assertThat(SelfDirtinessTracker.class).isAssignableFrom(Scan.class);
	}

	@Test
	void whatAListenerSetsIsWritten() {
		inTransaction((entityManager) -> entityManager.find(Scan.class, 1L).rename("other"));
		assertThat(row()).containsExactly("other", "remark", "listener");
	}

	@Test
	void nothingIsWrittenOverWhatWasNotLoaded() {
		inTransaction((entityManager) -> entityManager.getReference(Scan.class, 1L).rename("other"));
		assertThat(row()).startsWith("other", "remark");
	}

	@Test
	void aCollectionThatHasChangedChangesNothingElse() {
		inTransaction((entityManager) -> entityManager.find(Scan.class, 1L).tags().add("more"));
		assertThat(row()).containsExactly("label", "remark", null);
	}

	private Object[] row() {
		return (Object[]) value("select label, remark, changedby from scan");
	}

	private Object value(String sql) {
		return factory
			.callInTransaction((entityManager) -> entityManager.createNativeQuery(sql, Object.class).getSingleResult());
	}

	private void inTransaction(Consumer<EntityManager> work) {
		factory.runInTransaction(work::accept);
	}

}
