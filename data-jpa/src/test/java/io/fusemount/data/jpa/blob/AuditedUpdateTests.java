package io.fusemount.data.jpa.blob;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

import io.fusemount.data.jpa.support.Postgres;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PreUpdate;
import org.hibernate.bytecode.enhance.spi.DefaultEnhancementContext;
import org.hibernate.bytecode.enhance.spi.Enhancer;
import org.hibernate.bytecode.internal.BytecodeProviderInitiator;
import org.hibernate.engine.spi.SelfDirtinessTracker;
import org.hibernate.jpa.HibernatePersistenceConfiguration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the application itself writes of an enhanced entity with a large object.
 */
@TestInstance(Lifecycle.PER_CLASS)
class AuditedUpdateTests {

	private final Class<?> type = new Enhanced().load();

	private EntityManagerFactory factory;

	@BeforeAll
	void start() {
		this.factory = new HibernatePersistenceConfiguration("audited").managedClass(this.type)
			.jdbcUrl(Postgres.createDatabase("audited"))
			.property("hibernate.hbm2ddl.auto", "create")
			.property("hibernate.classLoaders", List.of(this.type.getClassLoader()))
			.createEntityManagerFactory();
	}

	@AfterAll
	void stop() {
		this.factory.close();
	}

	@BeforeEach
	void storeOne() {
		inTransaction((entityManager) -> entityManager.createNativeQuery("truncate scan cascade").executeUpdate());
		inTransaction((entityManager) -> {
			Labelled scan = create();
			scan.label("label", "remark");
			entityManager.persist(scan);
			return scan;
		});
	}

	@Test
	void theTestIsAboutAnEnhancedEntity() {
		assertThat(create()).isInstanceOf(SelfDirtinessTracker.class);
	}

	@Test
	void whatAListenerSetsIsWritten() {
		inTransaction((entityManager) -> {
			Labelled scan = (Labelled) entityManager.find(this.type, 1L);
			scan.rename("other");
			return scan;
		});
		assertThat(row()).containsExactly("other", "remark", "listener");
	}

	@Test
	void nothingIsWrittenOverWhatWasNotLoaded() {
		inTransaction((entityManager) -> {
			Labelled scan = (Labelled) entityManager.getReference(this.type, 1L);
			scan.rename("other");
			return scan;
		});
		assertThat(row()).startsWith("other", "remark");
	}

	@Test
	void aCollectionThatHasChangedChangesNothingElse() {
		inTransaction((entityManager) -> {
			Labelled scan = (Labelled) entityManager.find(this.type, 1L);
			scan.tag("tag");
			return scan;
		});
		assertThat(row()).containsExactly("label", "remark", null);
	}

	private Object[] row() {
		return inTransaction((entityManager) -> (Object[]) entityManager
			.createNativeQuery("select label, remark, changedby from scan")
			.getSingleResult());
	}

	private Labelled create() {
		try {
			return (Labelled) this.type.getDeclaredConstructor().newInstance();
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private <T> T inTransaction(Function<EntityManager, T> work) {
		return this.factory.callInTransaction(work::apply);
	}

	/** What the application sees of the entity, which is in a class loader of its own. */
	public interface Labelled {

		void label(String name, String more);

		void rename(String name);

		void tag(String tag);

	}

	/**
	 * Sets a field, as that of Spring Data does.
	 */
	public static class Auditing {

		@PreUpdate
		void touch(Object entity) throws ReflectiveOperationException {
			Field changedBy = entity.getClass().getDeclaredField("changedBy");
			changedBy.setAccessible(true);
			changedBy.set(entity, "listener");
		}

	}

	/** Loads the entity as the build of an application enhances it. */
	private static final class Enhanced extends ClassLoader {

		private static final String NAME = Scan.class.getName();

		private final Enhancer enhancer;

		Enhanced() {
			super(Scan.class.getClassLoader());
			this.enhancer = Objects.requireNonNull(BytecodeProviderInitiator.buildDefaultBytecodeProvider()
				.getEnhancer(new DefaultEnhancementContext()));
		}

		Class<?> load() {
			try (InputStream code = Objects.requireNonNull(Scan.class.getResourceAsStream("Scan.class"))) {
				byte[] enhanced = this.enhancer.enhance(NAME, code.readAllBytes());
				return defineClass(NAME, enhanced, 0, enhanced.length);
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

	}

}
