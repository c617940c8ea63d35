package io.fusemount.data.jpa.blob;

import java.sql.Types;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.fusemount.data.jpa.database.DatabaseKind;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.spi.BootstrapContext;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.event.spi.EventType;
import org.hibernate.integrator.spi.Integrator;
import org.hibernate.mapping.BasicValue;
import org.hibernate.mapping.ManyToOne;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Property;

/**
 * Makes entities with large objects write only the columns that changed, as
 * {@code @DynamicUpdate} does. Otherwise every update of such an entity, a rename for
 * example, sends all content back to MariaDB, and on PostgreSQL copies the large object
 * and leaves the old one behind for good.
 */
public final class LargeObjectIntegrator implements Integrator {

	@Override
	public void integrate(Metadata metadata, BootstrapContext context, SessionFactoryImplementor sessionFactory) {
		if (DatabaseKind.of(metadata.getDatabase().getDialect()).copiesUnchangedContent()) {
			Map<String, List<String>> others = new HashMap<>();
			for (PersistentClass entity : metadata.getEntityBindings()) {
				if (!entity.useDynamicUpdate()
						&& entity.getPropertyClosure().stream().anyMatch(LargeObjectIntegrator::isLargeObject)) {
					entity.setDynamicUpdate(true);
					others.put(entity.getEntityName(), others(entity));
				}
			}
			if (!others.isEmpty()) {
				sessionFactory.getEventEngine()
					.getListenerRegistry()
					.prependListeners(EventType.FLUSH_ENTITY, new AuditedUpdate(others));
			}
		}
	}

	/** Returns what else such an entity writes when it is changed. */
	private static List<String> others(PersistentClass entity) {
		return entity.getPropertyClosure()
			.stream()
			.filter((property) -> property.getValue() instanceof BasicValue || property.getValue() instanceof ManyToOne)
			.filter(Property::isUpdatable)
			.filter((property) -> property != entity.getVersion() && !property.isLazy() && !isLargeObject(property))
			.map(Property::getName)
			.toList();
	}

	private static boolean isLargeObject(Property property) {
		return property.getValue() instanceof BasicValue value
				&& isLargeObject(value.resolve().getJdbcType().getDdlTypeCode());
	}

	private static boolean isLargeObject(int type) {
		return type == Types.BLOB || type == Types.CLOB || type == Types.NCLOB;
	}

}
