package io.fusemount.data.jpa.mapping;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import jakarta.persistence.EntityManagerFactory;
import org.hibernate.SessionFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * The persistence units of the application.
 */
public final class PersistenceUnits {

	private final Map<String, EntityManagerFactory> factories;

	private final Map<String, PlatformTransactionManager> transactionManagers;

	public PersistenceUnits(ListableBeanFactory beanFactory) {
		this.factories = BeanFactoryUtils.beansOfTypeIncludingAncestors(beanFactory, EntityManagerFactory.class);
		this.transactionManagers = BeanFactoryUtils.beansOfTypeIncludingAncestors(beanFactory,
				PlatformTransactionManager.class);
	}

	/**
	 * Returns the unit that manages the entity.
	 * @throws MappingException if there is none, or more than one
	 */
	PersistenceUnit require(Class<?> repository, Class<?> entity) {
		List<PersistenceUnit> found = new ArrayList<>();
		for (EntityManagerFactory factory : this.factories.values()) {
			PlatformTransactionManager transactionManager = transactionManager(factory);
			if (transactionManager != null) {
				PersistenceUnit unit = new PersistenceUnit(factory, transactionManager);
				if (unit.manages(entity)) {
					found.add(unit);
				}
			}
		}
		if (found.size() != 1) {
			throw new MappingException(repository, entity, null,
					found.isEmpty() ? "belongs to no entity manager factory with a transaction manager"
							: "belongs to several entity manager factories",
					"Let exactly one entity manager factory with a JpaTransactionManager manage it");
		}
		return found.get(0);
	}

	private @Nullable PlatformTransactionManager transactionManager(EntityManagerFactory factory) {
		SessionFactory sessionFactory = factory.unwrap(SessionFactory.class);
		for (PlatformTransactionManager candidate : this.transactionManagers.values()) {
			if (candidate instanceof JpaTransactionManager jpa && jpa.getEntityManagerFactory() != null
					&& jpa.getEntityManagerFactory().unwrap(SessionFactory.class) == sessionFactory) {
				return candidate;
			}
		}
		// A manager without an entity manager factory, such as JTA's, serves all of them.
		return (this.transactionManagers.size() == 1) ? this.transactionManagers.values().iterator().next() : null;
	}

}
