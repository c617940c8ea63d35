package io.fusemount.data.jpa.blob;

import java.util.ArrayList;
import java.util.List;

import io.fusemount.data.jpa.mapping.FileProperty;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.spi.BootstrapContext;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.integrator.spi.Integrator;
import org.hibernate.mapping.Column;
import org.hibernate.mapping.Map;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.PrimaryKey;
import org.hibernate.mapping.Property;

/**
 * Puts the id of the entity before the number in the primary key of pieces, where
 * Hibernate creates the table. In its own order, the pieces of one number would be beside
 * each other, and those of one file far apart.
 */
public final class PieceKeyIntegrator implements Integrator {

	@Override
	public void integrate(Metadata metadata, BootstrapContext context, SessionFactoryImplementor sessionFactory) {
		for (PersistentClass entity : metadata.getEntityBindings()) {
			if (entity.getClassName() != null) {
				entity.getProperties().forEach((property) -> order(entity.getMappedClass(), property));
			}
		}
	}

	private static void order(Class<?> owner, Property property) {
		if (property.getValue() instanceof Map pieces && !pieces.isOneToMany()
				&& FileProperty.isMarkedAsContent(owner, property.getName())) {
			PrimaryKey key = pieces.getCollectionTable().getPrimaryKey();
			List<Column> columns = new ArrayList<>(pieces.getKey().getColumns());
			columns.addAll(pieces.getIndex().getColumns());
			if (key != null && key.getColumnSpan() == columns.size() && columns.containsAll(key.getColumns())) {
				key.reorderColumns(columns);
			}
		}
	}

}
