package io.fusemount.data.jpa.guard;

import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import org.hibernate.Filter;
import org.hibernate.binder.internal.TenantIdBinder;
import org.hibernate.engine.spi.FilterDefinition;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SessionImplementor;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

/**
 * The filters by which Hibernate shows different rows of an entity to different callers:
 * their parameters have a value for each session. Tenants are one of them. Statements
 * apply them by themselves.
 */
public final class RowFilters {

	/**
	 * No filters.
	 */
	public static final RowFilters NONE = new RowFilters(null, List.of());

	private final @Nullable SessionFactoryImplementor factory;

	private final List<FilterDefinition> filters;

	private RowFilters(@Nullable SessionFactoryImplementor factory, List<FilterDefinition> filters) {
		this.factory = factory;
		this.filters = List.copyOf(filters);
	}

	/**
	 * Returns the filters of an entity that have parameters.
	 * @param persister Hibernate's persister of the entity
	 */
	public static RowFilters of(EntityPersister persister) {
		List<FilterDefinition> filters = all(persister).stream()
			.filter((filter) -> !filter.getParameterNames().isEmpty())
			.toList();
		return filters.isEmpty() ? NONE : new RowFilters(persister.getFactory(), filters);
	}

	/**
	 * Returns the entity's own filters by name, mapped by annotation or in XML. Filters
	 * of other entities that are fetched along leave out none of its rows.
	 */
	static List<FilterDefinition> all(EntityPersister persister) {
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
		persister.applyFilterRestrictions((predicate) -> {
		}, null, false, asked, false, null);
		return names.stream().sorted().map(persister.getFactory()::getFilterDefinition).toList();
	}

	/** Whether a filter is that of the tenants, which each session enables. */
	static boolean isOfTenants(FilterDefinition filter) {
		return filter.getFilterName().equals(TenantIdBinder.FILTER_NAME);
	}

	/**
	 * Whether all callers are shown the same rows.
	 */
	public boolean areNone() {
		return this.filters.isEmpty();
	}

	/** Whether these are among the filters of another entity. */
	boolean areAmong(RowFilters others) {
		return others.filters.containsAll(this.filters);
	}

	/**
	 * Returns what the filters of a session depend on that is opened on this thread now:
	 * whether each is enabled, which that of the tenants is not for a root, and the
	 * values of its parameters.
	 * @throws RuntimeException whatever the application throws that resolves the values
	 */
	public List<@Nullable Object> values() {
		List<@Nullable Object> values = new ArrayList<>();
		if (this.factory != null) {
			try (SessionImplementor session = this.factory.openSession()) {
				this.filters.forEach((definition) -> {
					Filter filter = session.getLoadQueryInfluencers().getEnabledFilter(definition.getFilterName());
					values.add(filter != null);
					new TreeSet<>(definition.getParameterNames())
						.forEach((name) -> values.add((filter != null) ? filter.getParameterValue(name) : null));
				});
			}
		}
		return Collections.unmodifiableList(values);
	}

}
