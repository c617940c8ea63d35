package io.fusemount.data.jpa.mapping;

import java.sql.Clob;

import io.fusemount.annotation.FileContent;
import org.hibernate.Hibernate;
import org.hibernate.engine.spi.SelfDirtinessTracker;
import org.hibernate.metamodel.mapping.AttributeMapping;
import org.hibernate.metamodel.mapping.EmbeddableValuedModelPart;
import org.hibernate.metamodel.mapping.PluralAttributeMapping;
import org.hibernate.metamodel.mapping.SelectableMapping;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;

import org.springframework.core.annotation.AnnotatedElementUtils;

/**
 * A property of an entity with a role for its file, with the access (field or method)
 * that JPA uses for it.
 */
public final class FileProperty {

	private final @Nullable FileProperty embedding;

	private final @Nullable Association association;

	private final AttributeMapping attribute;

	private final Class<?> type;

	FileProperty(AttributeMapping attribute, Class<?> type) {
		this(null, null, attribute, type);
	}

	/** Creates a property of the entity that an association leads to. */
	FileProperty(Association association, AttributeMapping attribute, Class<?> type) {
		this(null, association, attribute, type);
	}

	/**
	 * Creates the property.
	 * @param embedding the property that it is a part of, {@code null} if it is the
	 * entity's own
	 */
	FileProperty(@Nullable FileProperty embedding, AttributeMapping attribute, Class<?> type) {
		this(embedding, null, attribute, type);
	}

	private FileProperty(@Nullable FileProperty embedding, @Nullable Association association,
			AttributeMapping attribute, Class<?> type) {
		this.embedding = embedding;
		this.association = association;
		this.attribute = attribute;
		this.type = type;
	}

	/**
	 * Whether a property is annotated as the content of a file.
	 * @param owner the class that has the property
	 */
	public static boolean isMarkedAsContent(Class<?> owner, String name) {
		return EntityProperty.elements(owner, name)
			.stream()
			.anyMatch((element) -> AnnotatedElementUtils.hasAnnotation(element, FileContent.class));
	}

	/**
	 * Whether the property is a part of an embeddable in the entity.
	 */
	public boolean isEmbedded() {
		return this.embedding != null;
	}

	AttributeMapping attribute() {
		return this.attribute;
	}

	/**
	 * Returns the association that leads to the property, or {@code null} if the entity
	 * itself has it.
	 */
	public @Nullable Association association() {
		return this.association;
	}

	/**
	 * Returns the join by which a query includes the property, even if the association is
	 * empty; an empty text if no join is necessary.
	 * @param alias the alias of the entity in the query
	 */
	public String joined(String alias) {
		return (this.association != null)
				? " left join " + alias + "." + this.association.name() + " " + alias + "_content" : "";
	}

	/**
	 * Returns the property in a query that has {@link #joined} it.
	 * @param alias the alias of the entity in the query
	 */
	public String path(String alias) {
		return (this.association != null) ? alias + "_content." + simpleName() : alias + "." + name();
	}

	/**
	 * Returns the property's name within the entity that has it.
	 */
	public String simpleName() {
		return this.attribute.getAttributeName();
	}

	/**
	 * Returns the property's name in queries, preceded by those of the properties that
	 * embed it or by that of the association.
	 */
	public String name() {
		if (this.association != null) {
			return this.association.name() + "." + this.attribute.getAttributeName();
		}
		return (this.embedding != null) ? this.embedding.name() + "." + this.attribute.getAttributeName()
				: this.attribute.getAttributeName();
	}

	/**
	 * Returns the name of the entity's own property: this one, or the outermost one that
	 * embeds it.
	 */
	public String rootName() {
		return (this.embedding != null) ? this.embedding.rootName() : simpleName();
	}

	/**
	 * Returns the property's type.
	 */
	public Class<?> type() {
		return this.type;
	}

	/**
	 * Whether the values are text.
	 */
	public boolean isText() {
		return this.type == String.class || this.type == Clob.class;
	}

	/**
	 * Whether the values are large objects for the application or the database.
	 */
	boolean isLargeObject() {
		int sqlType = column().getJdbcMapping().getJdbcType().getDdlTypeCode();
		return sqlType == SqlTypes.BLOB || sqlType == SqlTypes.CLOB;
	}

	/**
	 * Whether the application converts values on their way to the column.
	 */
	boolean isConverted() {
		return column().getJdbcMapping().getValueConverter() != null;
	}

	/**
	 * Returns the value in the entity, loading a lazy one.
	 */
	public @Nullable Object get(Object entity) {
		if (this.association != null) {
			Object other = this.association.get(entity);
			return (other != null) ? ofOwner(other) : null;
		}
		if (this.embedding != null) {
			Object owner = this.embedding.get(entity);
			return (owner != null) ? this.attribute.getValue(owner) : null;
		}
		return ofOwner(entity);
	}

	private @Nullable Object ofOwner(Object owner) {
		if (!Hibernate.isPropertyInitialized(owner, simpleName())) {
			Hibernate.initializeProperty(owner, simpleName());
		}
		return this.attribute.getValue(owner);
	}

	/**
	 * Sets the value in the entity. Creates the embeddable or the associated entity if
	 * there is none yet.
	 */
	public void set(Object entity, @Nullable Object value) {
		if (this.embedding != null) {
			Embedded embedded = new Embedded((EmbeddableValuedModelPart) this.embedding.attribute);
			this.embedding.set(entity, embedded.with(this.embedding.get(entity), this.attribute, value));
			return;
		}
		Object owner = (this.association != null) ? this.association.require(entity) : entity;
		this.attribute.setValue(owner, value);
		if (owner instanceof SelfDirtinessTracker tracker) {
			// An enhanced entity notices only changes by its own methods.
			tracker.$$_hibernate_trackChange(simpleName());
		}
	}

	/**
	 * Whether a changed value reaches the database, as values that the database computes
	 * do not.
	 */
	public boolean isWritable() {
		return this.attribute.getAttributeMetadata().isInsertable()
				&& this.attribute.getAttributeMetadata().isUpdatable();
	}

	/**
	 * Whether the value of a new entity reaches the database.
	 */
	public boolean isInsertable() {
		return this.attribute.getAttributeMetadata().isInsertable();
	}

	/**
	 * Whether the mapping permits {@code null}.
	 */
	public boolean isNullable() {
		return this.attribute.getAttributeMetadata().isNullable()
				|| this.embedding != null && this.embedding.isNullable();
	}

	/**
	 * Whether only the database sets the value.
	 */
	boolean isComputed() {
		return !this.attribute.getAttributeMetadata().isInsertable()
				&& !this.attribute.getAttributeMetadata().isUpdatable();
	}

	/**
	 * Whether Hibernate reads the value from the database after a change.
	 */
	boolean isGenerated() {
		return this.attribute.getGenerator() != null;
	}

	/**
	 * Whether both properties are of one column.
	 */
	boolean isSameColumn(FileProperty other) {
		return this.attribute.getJdbcTypeCount() == 1 && tableExpression().equals(other.tableExpression())
				&& columnExpression().equals(other.columnExpression());
	}

	/**
	 * Whether the property is an expression instead of a column.
	 */
	public boolean isFormula() {
		return column().isFormula();
	}

	/**
	 * Returns the formula, or {@code null} if the property is a column.
	 */
	public @Nullable String formula() {
		return isFormula() ? column().getSelectionExpression() : null;
	}

	/**
	 * Returns the table of the column, as it is written in SQL.
	 */
	public String tableExpression() {
		return column().getContainingTableExpression();
	}

	/**
	 * Returns the column, as it is written in SQL.
	 */
	public String columnExpression() {
		return column().getSelectionExpression();
	}

	/**
	 * Returns the expression by which Hibernate writes the column, {@code null} if that
	 * is the value alone.
	 */
	public @Nullable String writeExpression() {
		return column().getCustomWriteExpression();
	}

	/**
	 * Returns the column that keeps the value, or each value of a collection.
	 */
	SelectableMapping column() {
		return (this.attribute instanceof PluralAttributeMapping collection)
				? (SelectableMapping) collection.getElementDescriptor() : this.attribute.getSelectable(0);
	}

	@Override
	public String toString() {
		return name();
	}

}
