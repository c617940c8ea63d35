package io.fusemount.data.jpa.creation;

import java.beans.PropertyDescriptor;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.sql.Blob;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

import io.fusemount.data.jpa.mapping.ColumnCatalog;
import io.fusemount.data.jpa.mapping.FileProperty;
import io.fusemount.data.jpa.mapping.RowMapping;
import io.fusemount.data.jpa.mapping.StoredColumn;
import jakarta.persistence.MapsId;
import org.hibernate.Hibernate;
import org.hibernate.metamodel.mapping.AttributeMapping;
import org.hibernate.metamodel.mapping.BasicValuedMapping;
import org.hibernate.metamodel.mapping.ForeignKeyDescriptor;
import org.hibernate.metamodel.mapping.internal.ToOneAttributeMapping;
import org.hibernate.persister.entity.EntityPersister;
import org.hibernate.type.CustomType;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.BeanUtils;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.data.annotation.CreatedBy;
import org.springframework.data.annotation.CreatedDate;
import org.springframework.data.annotation.LastModifiedBy;
import org.springframework.data.annotation.LastModifiedDate;
import org.springframework.util.ReflectionUtils;

/**
 * Finds the values that a row requires and a new file does not supply. Only rows that can
 * never be stored count: where application code sees the entity before the database does,
 * it may supply the missing values.
 */
final class MissingValues {

	private static final List<Class<? extends Annotation>> AUDITED = List.of(CreatedBy.class, CreatedDate.class,
			LastModifiedBy.class, LastModifiedDate.class);

	/** Marks properties that the id is derived from: without them there is no id. */
	private static final List<Class<? extends Annotation>> KEY = List.of(MapsId.class);

	/** The constraints by which validation refuses null, where they have no groups. */
	private static final Set<String> VALIDATED = Set.of("jakarta.validation.constraints.NotNull",
			"jakarta.validation.constraints.NotBlank", "jakarta.validation.constraints.NotEmpty");

	private final NewRow row;

	private final RowMapping entity;

	private final EntityPersister persister;

	private final ColumnCatalog columns;

	MissingValues(NewRow row) {
		this.row = row;
		this.entity = row.entity();
		this.persister = this.entity.persister();
		this.columns = new ColumnCatalog(this.persister.getFactory(), this.entity.database());
	}

	/** Returns a description of the missing values, {@code null} if none is known. */
	@Nullable String describe() {
		if (this.row.repository().hasOwnSave() || new Fillers(this.persister).exist()) {
			return null;
		}
		Object fresh;
		try {
			fresh = fresh();
		}
		catch (RuntimeException ex) {
			// The application reports this failure when a file is created.
			return null;
		}
		List<String> ids = this.entity.id().missing(fresh);
		if (!ids.isEmpty()) {
			return words(String.join(", ", ids) + idRole(ids.size()));
		}
		List<String> missing = missing(fresh);
		return missing.isEmpty() ? null
				: words(String.join(", ", missing) + (missing.size() > 1 ? " must have values" : " must have a value"));
	}

	private String idRole(int missing) {
		if (this.entity.id().conditions().width() == 1) {
			return " is the id and is not generated";
		}
		return (missing > 1) ? " are parts of the id and are not generated"
				: " is a part of the id and is not generated";
	}

	private String words(String missing) {
		String name = this.entity.type().getSimpleName();
		return name + "." + missing + ", which nothing gives a new " + this.row.what()
				+ "; the constructor, @PrePersist or " + "a bean of type FileInitializer<" + name + "> can";
	}

	/** Returns an entity with the values of a file. A setter may set further values. */
	private Object fresh() {
		Object fresh = this.row.repository().newEntity();
		this.entity.fileName().set(fresh, this.entity.nameText().isText() ? "name" : this.entity.nameText().parse("1"));
		FileProperty content = this.row.content();
		if (content != null && content.type() == byte[].class) {
			content.set(fresh, new byte[0]);
		}
		else if (content != null && content.type() == Blob.class) {
			content.set(fresh, Hibernate.getLobHelper().createBlob(new byte[0]));
		}
		return fresh;
	}

	private List<String> missing(Object fresh) {
		Set<String> given = this.row.given();
		List<String> missing = new ArrayList<>();
		Object[] values = this.persister.getValues(fresh);
		for (int i = 0; i < values.length; i++) {
			String name = this.persister.getPropertyNames()[i];
			boolean isGiven = given.stream().anyMatch((it) -> it.equals(name) || it.startsWith(name + "."));
			if (values[i] == null && !isGiven && (isMandatory(i) || isAnnotated(name, KEY))
					&& !isAnnotated(name, AUDITED)) {
				missing.add(name);
			}
		}
		return missing;
	}

	private boolean isAnnotated(String property, List<Class<? extends Annotation>> types) {
		return annotations(property).anyMatch((annotations) -> types.stream().anyMatch(annotations::isPresent));
	}

	private Stream<MergedAnnotations> annotations(String property) {
		PropertyDescriptor descriptor = BeanUtils.getPropertyDescriptor(this.entity.type(), property);
		return Stream
			.<@Nullable AnnotatedElement>of(ReflectionUtils.findField(this.entity.type(), property),
					(descriptor != null) ? descriptor.getReadMethod() : null)
			.filter(Objects::nonNull)
			.map(MergedAnnotations::from);
	}

	/**
	 * Whether Hibernate, validation or the database would refuse null for a property.
	 */
	private boolean isMandatory(int property) {
		if (this.persister.getPropertyNullability()[property] || !this.persister.getPropertyInsertability()[property]
				|| this.persister.getGenerators()[property] != null) {
			return false;
		}
		AttributeMapping attribute = this.persister.getAttributeMapping(property);
		return isWithoutDefault(attribute)
				&& (this.persister.getFactory().getSessionFactoryOptions().isCheckNullability()
						|| isValidated(attribute.getAttributeName()) || isRefusedByDatabase(attribute));
	}

	private static boolean isWithoutDefault(AttributeMapping attribute) {
		if (attribute instanceof ToOneAttributeMapping association) {
			return association.getSideNature() == ForeignKeyDescriptor.Nature.KEY;
		}
		return attribute instanceof BasicValuedMapping basic && basic.getJdbcMapping().getValueConverter() == null
				&& !(basic.getJdbcMapping() instanceof CustomType<?>);
	}

	private boolean isValidated(String property) {
		return annotations(property).flatMap(MergedAnnotations::stream)
			.anyMatch((annotation) -> VALIDATED.contains(annotation.getType().getName())
					&& annotation.getClassArray("groups").length == 0);
	}

	/**
	 * Whether the column refuses null. It may be less strict than the mapping, and a
	 * trigger may fill it. A default fills it only where an insert omits the column.
	 */
	private boolean isRefusedByDatabase(AttributeMapping attribute) {
		StoredColumn column = this.columns.find(attribute.getSelectable(0));
		if (column == null) {
			return !this.persister.isDynamicInsert();
		}
		return !column.nullable() && !column.triggered() && !(column.computed() && this.persister.isDynamicInsert());
	}

}
