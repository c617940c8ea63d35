package io.fusemount.data.jpa.guard.own;

import jakarta.persistence.EntityManager;
import jakarta.persistence.TypedQuery;

import org.springframework.data.domain.Sort;
import org.springframework.data.jpa.domain.Specification;
import org.springframework.data.jpa.repository.support.JpaEntityInformation;
import org.springframework.data.jpa.repository.support.SimpleJpaRepository;

/** What an application puts below all its repositories, to leave rows out. */
public class VisibleRepository<T, I> extends SimpleJpaRepository<T, I> {

	public VisibleRepository(JpaEntityInformation<T, ?> information, EntityManager entityManager) {
		super(information, entityManager);
	}

	@Override
	public <S extends T> S save(S entity) {
		return super.save(entity);
	}

	@Override
	protected <S extends T> TypedQuery<S> getQuery(Specification<S> specification, Class<S> type, Sort sort) {
		return super.getQuery(specification, type, sort);
	}

}
