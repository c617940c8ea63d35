package io.fusemount.data.jpa.guard;

import java.util.Objects;
import java.util.Optional;

import org.hibernate.engine.jdbc.connections.spi.MultiTenantConnectionProvider;
import org.hibernate.engine.spi.FilterDefinition;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

/**
 * Rows that Hibernate shows to some users only, in a way that a mount cannot follow. A
 * filter that is always enabled and has no parameters is a restriction like any other,
 * and applies to the statements of a mount, too. So do {@linkplain RowFilters filters
 * with parameters and tenants}, if the application knows who asks.
 *
 * @param persister Hibernate's persister of the entity
 * @param callers whether the application is told who asks
 */
record FilteredRows(EntityPersister persister, boolean callers) {

	private static final String FOR_ALL = ", and a mount shows all its users the rows of one tenant, the one that the "
			+ "tenant resolver returns on the threads of the mount";

	private static final String UNKNOWN = "; with a bean of the type CallerScope, such as Spring Security's, it would "
			+ "know who asks";

	Optional<String> find() {
		if (isTenantApart(this.persister.getFactory())) {
			return Optional.of("is kept apart by tenant, by schema or connection: rows of two tenants may have the "
					+ "same id, by which a mount knows its files" + FOR_ALL);
		}
		return RowFilters.all(this.persister).stream().map(this::describe).filter(Objects::nonNull).findFirst();
	}

	/**
	 * Returns why rows that go with those of another entity cannot be shown to everybody
	 * who may see these.
	 * @param owner the entity whose filters decide who sees the same
	 */
	Optional<String> find(EntityPersister owner) {
		Optional<String> guard = find();
		return (guard.isPresent() || RowFilters.of(this.persister).areAmong(RowFilters.of(owner))) ? guard
				: Optional.of("is filtered otherwise than " + owner.getMappedClass().getSimpleName());
	}

	/** Whether tenants are kept apart by schema or connection, which no entity shows. */
	private static boolean isTenantApart(SessionFactoryImplementor factory) {
		return factory.getSessionFactoryOptions().getTenantSchemaMapper() != null
				|| factory.getServiceRegistry().getService(MultiTenantConnectionProvider.class) != null;
	}

	private @Nullable String describe(FilterDefinition filter) {
		if (RowFilters.isOfTenants(filter)) {
			return this.callers ? null : "has rows of several tenants (@TenantId)" + FOR_ALL + UNKNOWN;
		}
		String start = "is filtered by Hibernate's filter '" + filter.getFilterName() + "', ";
		if (!filter.isAutoEnabled()) {
			return start + "which is not enabled when a mount reads rows";
		}
		String unset = filter.getParameterNames()
			.stream()
			.filter((name) -> filter.getParameterResolver(name) == null)
			.sorted()
			.findFirst()
			.orElse(null);
		if (unset != null) {
			return start + "whose parameter '" + unset + "' has no resolver";
		}
		return (this.callers || filter.getParameterNames().isEmpty()) ? null
				: start + "whose parameters may differ from user to user, which a mount does not know" + UNKNOWN;
	}

}
