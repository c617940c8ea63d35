package io.fusemount.data.jpa.blob;

import java.sql.Types;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.fusemount.data.jpa.mapping.FileProperty;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.spi.BootstrapContext;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.event.spi.EventType;
import org.hibernate.integrator.spi.Integrator;
import org.hibernate.mapping.BasicValue;
import org.hibernate.mapping.Component;
import org.hibernate.mapping.Join;
import org.hibernate.mapping.ManyToOne;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Property;

/**
 * Makes entities that can hold the content of a file write only the changed columns, as
 * {@code @DynamicUpdate} does. Otherwise each update of such an entity, a rename for
 * example, sends all content back to the database, which stores it anew. PostgreSQL would
 * also copy a large object and never remove the old one.
 */
public final class ChangedColumnsIntegrator implements Integrator {

	@Override
	public void integrate(Metadata metadata, BootstrapContext context, SessionFactoryImplementor sessionFactory) {
		Map<String, List<String>> others = new HashMap<>();
		for (PersistentClass entity : metadata.getEntityBindings()) {
			if (!entity.useDynamicUpdate() && entity.getClassName() != null && !hasOwnUpdate(entity)
					&& entity.getPropertyClosure()
						.stream()
						.anyMatch((property) -> hasContent(entity.getMappedClass(), property))) {
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

	/** Whether there is an {@code @SQLUpdate}: its statement takes all columns. */
	private static boolean hasOwnUpdate(PersistentClass entity) {
		return Stream.iterate(entity, (type) -> type != null, PersistentClass::getSuperclass)
			.anyMatch((type) -> type.getCustomSQLUpdate() != null)
				|| entity.getJoinClosure().stream().map(Join::getCustomSQLUpdate).anyMatch((update) -> update != null);
	}

	/** Returns the other properties that a changed entity of the class writes. */
	private static List<String> others(PersistentClass entity) {
		return entity.getPropertyClosure()
			.stream()
			.filter((property) -> property.getValue() instanceof BasicValue || property.getValue() instanceof ManyToOne)
			.filter(Property::isUpdatable)
			.filter((property) -> property != entity.getVersion() && !property.isLazy()
					&& !hasContent(entity.getMappedClass(), property))
			.map(Property::getName)
			.toList();
	}

	private static boolean hasContent(Class<?> owner, Property property) {
		if (property.getValue() instanceof Component embedded) {
			return embedded.getProperties()
				.stream()
				.anyMatch((inner) -> hasContent(embedded.getComponentClass(), inner));
		}
		return property.getValue() instanceof BasicValue value
				&& (isOfContent(value.resolve()) || FileProperty.isMarkedAsContent(owner, property.getName()));
	}

	private static boolean isOfContent(BasicValue.Resolution<?> column) {
		int type = column.getJdbcType().getDdlTypeCode();
		return type == Types.BLOB || type == Types.CLOB || type == Types.NCLOB
				|| column.getDomainJavaType().getJavaTypeClass() == byte[].class;
	}

}
