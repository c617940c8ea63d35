package io.fusemount.data.jpa.mapping;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.fusemount.annotation.FileParent;
import io.fusemount.core.operation.AccountNames;
import io.fusemount.data.jpa.database.DatabaseKind;
import io.fusemount.data.jpa.template.ValueText;
import org.hibernate.annotations.ColumnTransformer;
import org.hibernate.annotations.Subselect;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.metamodel.mapping.BasicEntityIdentifierMapping;
import org.hibernate.metamodel.mapping.EntityVersionMapping;
import org.hibernate.metamodel.mapping.internal.ToOneAttributeMapping;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

import org.springframework.core.annotation.AnnotatedElementUtils;

/**
 * Finds the properties of an entity that make a file, or reports why there are none.
 */
final class EntityMappingBuilder {

	private final Class<?> repository;

	private final Class<?> entity;

	private final EntityPersister persister;

	private final DatabaseKind database;

	private final List<EntityProperty> properties;

	private final AssociatedContent associated;

	private final boolean writable;

	private final AccountNames names;

	EntityMappingBuilder(Class<?> repository, Class<?> entity, SessionFactoryImplementor sessionFactory,
			boolean writable, AccountNames names) {
		this.names = names;
		this.repository = repository;
		this.entity = entity;
		this.persister = sessionFactory.getMappingMetamodel().getEntityDescriptor(entity);
		this.database = DatabaseKind.of(sessionFactory);
		this.properties = EntityProperty.of(this.persister);
		this.associated = new AssociatedContent(this.persister, this.properties, this::problem);
		this.writable = writable;
	}

	EntityMapping build() {
		IdProperty id = new IdPropertyBuilder(this.persister, this.database, this.properties, this::problem).build();
		FileProperty name = require(FileRole.NAME);
		FileProperty content = requireContent();
		FileProperty size = requireSize();
		if (this.writable) {
			requireMutable();
			requireWritable(name, FileRole.NAME);
			if (!ContentPiecesBuilder.isInPieces(content)) {
				requireWritable(content, FileRole.CONTENT);
			}
			if (content.association() != null) {
				this.associated.requireWritable(content.association());
			}
		}
		ColumnMetadata columns = new ColumnMetadata(this.persister, this.database, withAssociated(content));
		requireUnpadded(name, FileRole.NAME, columns);
		requireUnpadded(content, FileRole.CONTENT, columns);
		requireFilled(size, columns);
		ContentColumn column = ContentPiecesBuilder.isInPieces(content) ? new ContentColumn(pieces(content, columns))
				: columns.content(content);
		return new EntityMapping(row(id, name, ValueText.TEXT, columns, size), content, column, size);
	}

	private ContentPieces pieces(FileProperty content, ColumnMetadata columns) {
		EntityProperty property = this.properties.stream()
			.filter((candidate) -> candidate.name().equals(content.name()))
			.findFirst()
			.orElseThrow();
		return new ContentPiecesBuilder(this.persister, this.database, columns, this.writable, this::problem)
			.build(property, content);
	}

	private RowMapping row(IdProperty id, FileProperty name, ValueText text, ColumnMetadata columns,
			@Nullable FileProperty size) {
		FileProperty created = find(FileRole.CREATED);
		FileProperty modified = find(FileRole.MODIFIED);
		OwnershipMapping ownership = new OwnershipMapping(find(FileRole.OWNER), find(FileRole.GROUP),
				find(FileRole.MODE), this.names);
		Set<String> roles = Stream.concat(Stream.of(name, size, version(), created, modified), ownership.properties())
			.filter(Objects::nonNull)
			.map(FileProperty::name)
			.collect(Collectors.toSet());
		return new RowMapping(this.persister.getJpaEntityName(), this.entity, this.persister, this.database, id, name,
				text, columns.name(name), size, version(), created, modified, precision(created, columns),
				precision(modified, columns), ownership,
				new AttributeMappingBuilder(this.properties, new PropertyPaths(this.persister, this.database),
						(property) -> roles.contains(property.name()), this::problem)
					.build());
	}

	private static TimePrecision precision(@Nullable FileProperty time, ColumnMetadata columns) {
		return (time != null) ? TimePrecision.of(time, columns.stored(time)) : TimePrecision.MICROSECONDS;
	}

	/**
	 * Builds the mapping of entities that are directories.
	 * @param naming the property of the name, {@code null} for the default one
	 */
	RowMapping buildDirectory(@Nullable String naming) {
		IdProperty id = new IdPropertyBuilder(this.persister, this.database, this.properties, this::problem).build();
		FileProperty name = (naming != null) ? naming(naming) : require(FileRole.NAME);
		if (this.writable) {
			requireMutable();
			requireWritable(name, FileRole.NAME);
		}
		ColumnMetadata columns = new ColumnMetadata(this.persister, this.database, this.properties);
		requireUnpadded(name, FileRole.NAME, columns);
		return row(id, name, new ValueText(name.type()), columns, null);
	}

	private FileProperty naming(String naming) {
		EntityProperty found = this.properties.stream()
			.filter((property) -> property.name().equals(naming))
			.findFirst()
			.orElseThrow();
		FileProperty property = found.property();
		if (property == null) {
			throw problem(naming, "is the id, and a directory needs a name that people know",
					"Name the directories after another property");
		}
		if (property.isConverted() || !new ValueText(property.type()).isNaming()) {
			throw problem(naming,
					"is of type " + property.type().getSimpleName() + ", which does not distinguish the rows",
					"Name the directories after a property of type String, Long, Integer or UUID");
		}
		return property;
	}

	/**
	 * Whether the entity has the content or the size of a file.
	 */
	boolean isFile() {
		return Stream.of(FileRole.CONTENT, FileRole.SIZE).anyMatch(this::isFound);
	}

	private boolean isFound(FileRole role) {
		try {
			return find(role) != null;
		}
		catch (MappingException ex) {
			// There are several candidates, or one of another type.
			return true;
		}
	}

	/**
	 * Returns the association of a directory's entity with the parent directory, or
	 * {@code null} if there is none.
	 */
	@Nullable PropertyPath parent() {
		List<EntityProperty> marked = this.properties.stream().filter((it) -> it.has(FileParent.class)).toList();
		if (marked.size() > 1) {
			throw problem(null, "has several properties with @FileParent", "Annotate exactly one with @FileParent");
		}
		EntityProperty parent = marked.isEmpty()
				? this.properties.stream().filter((it) -> it.name().equals("parent")).findFirst().orElse(null)
				: marked.get(0);
		FileProperty property = (parent != null) ? parent.property() : null;
		boolean itself = property != null && property.attribute() instanceof ToOneAttributeMapping association
				&& association.getAssociatedEntityMappingType()
					.getEntityPersister()
					.getMappedClass()
					.isAssignableFrom(this.entity);
		if (property != null && itself) {
			return new PropertyPaths(this.persister, this.database).find(property.name());
		}
		if (!marked.isEmpty()) {
			throw problem(marked.get(0).name(), "does not refer to another " + this.entity.getSimpleName(),
					"Annotate the association with the directory that one is in, or remove @FileParent");
		}
		return null;
	}

	private void requireMutable() {
		String fix = "Use @FuseMount(readOnly = true)";
		if (!this.persister.isMutable()) {
			throw problem(null, "is @Immutable, so that Hibernate drops changes silently", fix);
		}
		if (AnnotatedElementUtils.hasAnnotation(this.entity, Subselect.class)) {
			throw problem(null, "is a query (@Subselect), which takes no changes", fix);
		}
	}

	private @Nullable FileProperty version() {
		EntityVersionMapping version = this.persister.getVersionMapping();
		return (version != null)
				? new FileProperty(version.getVersionAttribute(), version.getJavaType().getJavaTypeClass()) : null;
	}

	private FileProperty requireContent() {
		FileProperty content = require(FileRole.CONTENT);
		boolean transformed = withAssociated(content).stream()
			.anyMatch((property) -> property.name().equals(content.name()) && property.has(ColumnTransformer.class));
		if (transformed || content.isConverted()) {
			throw problem(content.name(), "is converted on its way to the database, and files would show what is there",
					"Keep the content as it is, or annotate another property with " + FileRole.CONTENT.annotation());
		}
		if (content.isEmbedded() && content.isLargeObject()) {
			throw problem(content.name(),
					"is a large object in an @Embedded, and would be stored again with each change",
					"Keep the large object in the entity itself, or make it a byte[] without @Lob");
		}
		return content;
	}

	private List<EntityProperty> withAssociated(FileProperty content) {
		Association association = content.association();
		return (association == null) ? this.properties
				: Stream.concat(this.properties.stream(), EntityProperty.of(association.name(), association).stream())
					.toList();
	}

	private FileProperty requireSize() {
		FileProperty size = require(FileRole.SIZE);
		if (this.writable && !size.isComputed()) {
			requireWritable(size, FileRole.SIZE);
		}
		return size;
	}

	/**
	 * Requires a column without padding, which would return other values than were
	 * written.
	 */
	private void requireUnpadded(FileProperty property, FileRole role, ColumnMetadata columns) {
		StoredColumn stored = columns.stored(property);
		if (stored != null && stored.padded()) {
			throw problem(property.name(),
					"is in a column of type " + stored.type() + ", which pads values that are shorter",
					"Change the type of the column to one that keeps values as they are, or annotate another "
							+ "property with " + role.annotation());
		}
	}

	/**
	 * Requires that the database fills a computed size: Hibernate cannot load a null into
	 * a primitive property.
	 */
	private void requireFilled(FileProperty size, ColumnMetadata columns) {
		if (!this.writable || !size.isComputed() || size.isGenerated() || !size.type().isPrimitive()
				|| isWrittenByAnother(size)) {
			return;
		}
		StoredColumn stored = columns.stored(size);
		if (stored != null && !stored.isFilled()) {
			throw problem(size.name(),
					"is written neither by the application nor by the database, which has no default and no trigger for it",
					"Make the column insertable and updatable, or let the database compute it");
		}
	}

	private boolean isWrittenByAnother(FileProperty size) {
		return this.properties.stream()
			.map(EntityProperty::property)
			.anyMatch((other) -> other != null && other.isWritable() && other.isSameColumn(size));
	}

	private FileProperty require(FileRole role) {
		FileProperty found = find(role);
		if (found != null) {
			return found;
		}
		String types = role.types().stream().map(Class::getSimpleName).sorted().collect(Collectors.joining(" or "));
		throw problem(null, "has no property for the file's " + role.name().toLowerCase(Locale.ROOT),
				"Annotate a property of type " + types + " with " + role.annotation()
						+ ((role == FileRole.SIZE) ? "; without it every listing would have to read all content" : ""));
	}

	/**
	 * Finds the property of a role. An annotation for files counts wherever it is;
	 * otherwise the entity's own properties come before those of embeddables.
	 */
	private @Nullable FileProperty find(FileRole role) {
		List<EntityProperty> own = this.properties.stream().filter((property) -> !property.isEmbedded()).toList();
		List<EntityProperty> embedded = this.properties.stream().filter(EntityProperty::isEmbedded).toList();
		FileProperty found = role.isTime() ? null
				: find(role, role.precedence(this.properties).get(0), this.properties);
		for (Predicate<EntityProperty> condition : role.precedence(own)) {
			found = (found != null) ? found : find(role, condition, own);
		}
		for (Predicate<EntityProperty> condition : role.precedence(embedded)) {
			if (found == null) {
				found = role.isTime() ? findOnly(role, condition, embedded) : find(role, condition, embedded);
			}
		}
		return (found == null && role == FileRole.CONTENT) ? find(role, (property) -> true, this.associated.find())
				: found;
	}

	/**
	 * Finds the only candidate. An embedded time may belong to something else: of
	 * several, none is the file's.
	 */
	private @Nullable FileProperty findOnly(FileRole role, Predicate<EntityProperty> condition,
			List<EntityProperty> properties) {
		List<EntityProperty> candidates = properties.stream().filter(condition).filter(role::hasRightType).toList();
		return (candidates.size() == 1) ? property(candidates.get(0), role) : null;
	}

	private @Nullable FileProperty find(FileRole role, Predicate<EntityProperty> condition,
			List<EntityProperty> properties) {
		List<EntityProperty> candidates = new ArrayList<>();
		for (EntityProperty property : properties) {
			if (condition.test(property)) {
				candidates.add(property);
			}
		}
		if (candidates.size() > 1) {
			String names = candidates.stream().map(EntityProperty::name).collect(Collectors.joining(", "));
			throw problem(null, "has several properties that could be the file's "
					+ role.name().toLowerCase(Locale.ROOT) + ": " + names,
					"Annotate exactly one with " + role.annotation());
		}
		return candidates.isEmpty() ? null : property(candidates.get(0), role);
	}

	private FileProperty property(EntityProperty property, FileRole role) {
		if (role == FileRole.CONTENT && property.property() != null
				&& ContentPiecesBuilder.isInPieces(property.property())) {
			return property.property();
		}
		if (role == FileRole.CONTENT && AssociatedContent.isAssociation(property)) {
			return property(this.associated.require(property), role);
		}
		if (!role.hasRightType(property)) {
			String types = role.types().stream().map(Class::getSimpleName).sorted().collect(Collectors.joining(", "));
			throw problem(property.name(), "is of type " + property.type().getSimpleName(),
					"Make it one of " + types + ", or annotate another property with " + role.annotation());
		}
		FileProperty access = property.property();
		if (access == null) {
			throw problem(property.name(),
					(isOfSeveralColumns() ? "is a part of the id" : "is the id") + ", which cannot be changed",
					"Annotate another property with " + role.annotation());
		}
		return access;
	}

	private boolean isOfSeveralColumns() {
		return !(this.persister.getIdentifierMapping() instanceof BasicEntityIdentifierMapping);
	}

	private void requireWritable(FileProperty property, FileRole role) {
		if (!property.isWritable()) {
			throw problem(property.name(), "cannot be written", "Make the column insertable and updatable, annotate "
					+ "another property with " + role.annotation() + ", or use @FuseMount(readOnly = true)");
		}
	}

	private MappingException problem(@Nullable String property, String problem, String fix) {
		return new MappingException(this.repository, this.entity, property, problem, fix);
	}

}
