package io.fusemount.data.jpa.mapping;

import java.util.ArrayList;
import java.util.List;

import io.fusemount.data.jpa.database.DatabaseKind;
import org.hibernate.metamodel.mapping.internal.ToOneAttributeMapping;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

/**
 * Finds properties by their paths from an entity.
 *
 * @param persister Hibernate's persister of the entity
 * @param database the kind of the entity's database
 */
record PropertyPaths(EntityPersister persister, DatabaseKind database) {

	/** Returns the property at the end of a path, or {@code null} if there is none. */
	@Nullable PropertyPath find(String path) {
		List<FileProperty> associations = new ArrayList<>();
		EntityPersister owner = this.persister;
		String rest = path;
		while (true) {
			FileProperty found = longest(owner, rest);
			if (found == null) {
				return null;
			}
			if (found.name().equals(rest)) {
				return new PropertyPath(owner, associations, found, isNullable(found));
			}
			associations.add(found);
			rest = rest.substring(found.name().length() + 1);
			owner = ((ToOneAttributeMapping) found.attribute()).getAssociatedEntityMappingType().getEntityPersister();
		}
	}

	/**
	 * Returns the longest property that the path begins with, an association if it goes
	 * on.
	 */
	private static @Nullable FileProperty longest(EntityPersister owner, String path) {
		FileProperty longest = null;
		for (EntityProperty property : EntityProperty.of(owner)) {
			FileProperty access = property.property();
			boolean leads = access != null && (path.equals(property.name())
					|| path.startsWith(property.name() + ".") && access.attribute() instanceof ToOneAttributeMapping);
			if (leads && (longest == null || property.name().length() > longest.name().length())) {
				longest = access;
			}
		}
		return longest;
	}

	/** Whether a property permits null: the column may be stricter than the mapping. */
	private boolean isNullable(FileProperty property) {
		if (!property.isNullable() || property.attribute().getJdbcTypeCount() == 0) {
			return property.isNullable();
		}
		StoredColumn column = new ColumnCatalog(this.persister.getFactory(), this.database).find(property.column());
		return column == null || column.nullable();
	}

}
