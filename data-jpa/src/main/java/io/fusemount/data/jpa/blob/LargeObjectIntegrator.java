package io.fusemount.data.jpa.blob;

import java.sql.Types;

import io.fusemount.data.jpa.database.DatabaseKind;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.spi.BootstrapContext;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.integrator.spi.Integrator;
import org.hibernate.mapping.BasicValue;
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
			for (PersistentClass entity : metadata.getEntityBindings()) {
				if (entity.getPropertyClosure().stream().anyMatch(LargeObjectIntegrator::isLargeObject)) {
					entity.setDynamicUpdate(true);
				}
			}
		}
	}

	private static boolean isLargeObject(Property property) {
		return property.getValue() instanceof BasicValue value
				&& value.resolve().getJdbcType().getDdlTypeCode() == Types.BLOB;
	}

}
