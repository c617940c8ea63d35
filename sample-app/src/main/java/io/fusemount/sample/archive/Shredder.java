package io.fusemount.sample.archive;

import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.LockModeType;
import org.hibernate.Hibernate;
import org.hibernate.dialect.PostgreSQLDialect;
import org.hibernate.engine.spi.SessionFactoryImplementor;

import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * Deletes files on behalf of the application. PostgreSQL keeps content outside of the
 * rows and does not delete it with them. FuseMount takes care of that for programs; the
 * application has to do so itself.
 */
@Repository
public class Shredder {

	private final EntityManager entityManager;

	private final boolean largeObjects;

	Shredder(EntityManager entityManager, EntityManagerFactory factory) {
		this.entityManager = entityManager;
		this.largeObjects = factory.unwrap(SessionFactoryImplementor.class)
			.getJdbcServices()
			.getDialect() instanceof PostgreSQLDialect;
	}

	/**
	 * Deletes a file of the current transaction with its content.
	 */
	@Transactional(propagation = Propagation.MANDATORY)
	public void delete(ArchivedFile file) {
		if (this.largeObjects) {
			// Locked, so that no other transaction removes or replaces the content in the
			// meantime.
			this.entityManager.lock(file, LockModeType.PESSIMISTIC_WRITE);
			String entity = Hibernate.getClass(file).getSimpleName();
			this.entityManager
				.createQuery("select sql('lo_unlink(?)', f.content) from " + entity + " f where f.id = :id",
						Integer.class)
				.setParameter("id", file.getId())
				.getSingleResult();
		}
		this.entityManager.remove(file);
	}

}
