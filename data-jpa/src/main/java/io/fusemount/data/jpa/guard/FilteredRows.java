package io.fusemount.data.jpa.guard;

import java.util.AbstractMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.hibernate.Filter;
import org.hibernate.binder.internal.TenantIdBinder;
import org.hibernate.engine.jdbc.connections.spi.MultiTenantConnectionProvider;
import org.hibernate.engine.spi.FilterDefinition;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

/**
 * Rows that Hibernate shows to some users only: by filters that are enabled for a
 * session, or whose parameters have a value for each session, and by tenants. A filter
 * that is always enabled and has no parameters is a restriction like any other, and
 * applies to the statements of a mount, too.
 *
 * @param persister Hibernate's persister of the entity
 */
record FilteredRows(EntityPersister persister) {

	private static final String FOR_ALL = ", and a mount shows all its users the rows of one tenant, the one that the "
			+ "tenant resolver returns on the threads of the mount";

	Optional<String> find() {
		SessionFactoryImplementor factory = this.persister.getFactory();
		if (isTenantApart(factory)) {
			return Optional.of("is kept apart by tenant" + FOR_ALL);
		}
		return own().stream()
			.sorted()
			.map(factory::getFilterDefinition)
			.filter((filter) -> !filter.isAutoEnabled() || !filter.getParameterNames().isEmpty())
			.map(FilteredRows::describe)
			.findFirst();
	}

	/** Whether tenants are kept apart by schema or connection, which no entity shows. */
	private static boolean isTenantApart(SessionFactoryImplementor factory) {
		return factory.getSessionFactoryOptions().getTenantSchemaMapper() != null
				|| factory.getServiceRegistry().getService(MultiTenantConnectionProvider.class) != null;
	}

	/**
	 * Returns the entity's own filters, mapped by annotation or in XML. Filters of other
	 * entities that are fetched along leave out none of its rows.
	 */
	private Set<String> own() {
		Set<String> names = new HashSet<>();
		Map<String, Filter> asked = new AbstractMap<>() {

			@Override
			public @Nullable Filter get(Object name) {
				names.add((String) name);
				return null;
			}

			@Override
			public Set<Entry<String, Filter>> entrySet() {
				return Set.of();
			}

		};
		this.persister.applyFilterRestrictions((predicate) -> {
		}, null, false, asked, false, null);
		return names;
	}

	private static String describe(FilterDefinition filter) {
		if (filter.getFilterName().equals(TenantIdBinder.FILTER_NAME)) {
			return "has rows of several tenants (@TenantId)" + FOR_ALL;
		}
		return "is filtered by Hibernate's filter '" + filter.getFilterName() + "', "
				+ (filter.isAutoEnabled() ? "whose parameters may differ from user to user, which a mount does not know"
						: "which is not enabled when a mount reads rows");
	}

}
