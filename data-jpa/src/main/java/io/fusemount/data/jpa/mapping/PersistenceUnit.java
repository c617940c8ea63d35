package io.fusemount.data.jpa.mapping;

import jakarta.persistence.EntityManagerFactory;
import org.hibernate.engine.spi.SessionFactoryImplementor;

import org.springframework.transaction.PlatformTransactionManager;

/**
 * An entity manager factory with its transactions.
 *
 * @param entityManagerFactory the factory
 * @param transactionManager the manager of its transactions
 */
public record PersistenceUnit(EntityManagerFactory entityManagerFactory,
		PlatformTransactionManager transactionManager) {

	/**
	 * Returns Hibernate's view of the factory.
	 */
	public SessionFactoryImplementor sessionFactory() {
		return this.entityManagerFactory.unwrap(SessionFactoryImplementor.class);
	}

	boolean manages(Class<?> entity) {
		return this.entityManagerFactory.getMetamodel()
			.getEntities()
			.stream()
			.anyMatch((candidate) -> candidate.getJavaType() == entity);
	}

}
