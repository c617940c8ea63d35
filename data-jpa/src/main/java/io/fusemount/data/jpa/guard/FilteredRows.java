package io.fusemount.data.jpa.guard;

import java.util.Map;
import java.util.Optional;

import org.hibernate.Filter;
import org.hibernate.binder.internal.TenantIdBinder;
import org.hibernate.engine.jdbc.connections.spi.MultiTenantConnectionProvider;
import org.hibernate.engine.spi.FilterDefinition;
import org.hibernate.engine.spi.LoadQueryInfluencers;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.internal.FilterImpl;
import org.hibernate.persister.entity.EntityPersister;

/**
 * Rows that Hibernate shows to some and not to others: filters that are enabled for a
 * session, or whose parameters have a value for each, and tenants. A filter that is
 * always enabled and has no parameters is a restriction like any other, and applies to
 * the statements of a mount, too.
 *
 * @param persister what Hibernate knows about the entity
 */
record FilteredRows(EntityPersister persister) {

	private static final String FOR_ALL = ", and the threads of a mount serve everybody: "
			+ "what the tenant resolver answers there is the tenant of all who enter";

	Optional<String> find() {
		SessionFactoryImplementor factory = this.persister.getFactory();
		if (isTenantApart(factory)) {
			return Optional.of("is in the database of one of several tenants" + FOR_ALL);
		}
		return factory.getDefinedFilterNames()
			.stream()
			.sorted()
			.map(factory::getFilterDefinition)
			.filter((filter) -> !filter.isAutoEnabled() || !filter.getParameterNames().isEmpty())
			.filter(this::isSubjectTo)
			.map(FilteredRows::describe)
			.findFirst();
	}

	/** By schema or connection, where no entity shows it. */
	private static boolean isTenantApart(SessionFactoryImplementor factory) {
		return factory.getSessionFactoryOptions().getTenantSchemaMapper() != null
				|| factory.getServiceRegistry().getService(MultiTenantConnectionProvider.class) != null;
	}

	/** As the mapping says, whether by annotation or in XML. */
	private boolean isSubjectTo(FilterDefinition filter) {
		return this.persister.isAffectedByEnabledFilters(new Enabled(this.persister.getFactory(), filter), false);
	}

	private static String describe(FilterDefinition filter) {
		if (filter.getFilterName().equals(TenantIdBinder.FILTER_NAME)) {
			return "has rows of several tenants (@TenantId)" + FOR_ALL;
		}
		return "is subject to Hibernate's filter '" + filter.getFilterName() + "', "
				+ (filter.isAutoEnabled() ? "whose parameters depend on who asks, and a mount serves everybody"
						: "which nobody enables for a mount");
	}

	/** One filter enabled. Its parameters, which it does not have here, are not asked. */
	private static final class Enabled extends LoadQueryInfluencers {

		private final Map<String, Filter> filters;

		Enabled(SessionFactoryImplementor factory, FilterDefinition filter) {
			super(factory);
			this.filters = Map.of(filter.getFilterName(), new FilterImpl(filter));
		}

		@Override
		public boolean hasEnabledFilters() {
			return true;
		}

		@Override
		public Map<String, Filter> getEnabledFilters() {
			return this.filters;
		}

	}

}
