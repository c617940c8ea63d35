package io.fusemount.data.jpa.guard.quiet;

import jakarta.persistence.EntityManager;
import jakarta.persistence.TypedQuery;

import org.springframework.data.jpa.repository.support.CrudMethodMetadata;
import org.springframework.data.jpa.repository.support.JpaEntityInformation;
import org.springframework.data.jpa.repository.support.SimpleJpaRepository;
import org.springframework.security.access.prepost.PreAuthorize;

/** What an application puts below all its repositories, and which leaves nothing out. */
public class QuietRepository<T, I> extends SimpleJpaRepository<T, I> {

	public QuietRepository(JpaEntityInformation<T, ?> information, EntityManager entityManager) {
		super(information, entityManager);
	}

	/** Returns nothing. */
	@Override
	public void setRepositoryMethodMetadata(CrudMethodMetadata metadata) {
		super.setRepositoryMethodMetadata(metadata);
	}

	/** Has the name of a private method of Spring Data's. */
	<S> TypedQuery<S> applyRepositoryMethodMetadata(TypedQuery<S> query) {
		return query;
	}

	/** Nobody calls it through a proxy. */
	@PreAuthorize("hasRole('CLERK')")
	String internal() {
		return "";
	}

}
