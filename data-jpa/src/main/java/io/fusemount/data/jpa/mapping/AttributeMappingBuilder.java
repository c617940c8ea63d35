package io.fusemount.data.jpa.mapping;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

import io.fusemount.annotation.FileAttribute;
import io.fusemount.annotation.FileAttributes;
import io.fusemount.core.node.ExtendedAttributes;
import io.fusemount.data.jpa.template.AttributeText;
import org.hibernate.HibernateException;
import org.hibernate.metamodel.mapping.BasicValuedModelPart;
import org.hibernate.metamodel.mapping.internal.ToOneAttributeMapping;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;

import org.springframework.core.ResolvableType;

/**
 * Finds the properties of an entity that are extended attributes.
 *
 * @param properties all properties of the entity
 * @param paths finds properties by their paths
 * @param roles tells properties that are the name, the size, a time or the like
 * @param problem returns the exception for a property, from its name, the predicate of a
 * sentence and the fix
 */
record AttributeMappingBuilder(List<EntityProperty> properties, PropertyPaths paths, Predicate<FileProperty> roles,
		Problem problem) {

	/** Of the kernel, see {@code limits.h}. */
	private static final int MAX_NAME_BYTES = 255;

	AttributeMapping build() {
		List<MappedAttribute> attributes = new ArrayList<>();
		Map<String, String> taken = new HashMap<>();
		for (EntityProperty property : this.properties) {
			FileAttribute declared = property.find(FileAttribute.class);
			if (declared != null) {
				MappedAttribute attribute = attribute(property, declared);
				String other = taken.put(attribute.name(), property.name());
				if (other != null) {
					throw this.problem.of(property.name(),
							"is the attribute " + attribute.name() + ", as " + other + " is",
							"Give one of them another name, as in @FileAttribute(\"another\")");
				}
				attributes.add(attribute);
			}
		}
		return new AttributeMapping(List.copyOf(attributes), others());
	}

	private MappedAttribute attribute(EntityProperty property, FileAttribute declared) {
		String name = name(property, declared);
		if (property.isId()) {
			if (property.isEmbedded()) {
				throw this.problem.of(property.name(), "is a part of the id",
						"Annotate the id as a whole, or another property");
			}
			return new MappedAttribute(name, null, new AttributeText(property.type()), false);
		}
		PropertyPath path = requireReadable(property, declared);
		AttributeText text = new AttributeText(path.property().type());
		if (!text.isPossible()) {
			throw this.problem.of(path.name(),
					"is of type " + path.property().type().getSimpleName() + ", which has no text",
					"Annotate a property with @FileAttribute that is text, bytes, a number, a boolean, a constant, "
							+ "a UUID, a date or a time, or whose type can be created from its text");
		}
		requireWritable(path, declared);
		return new MappedAttribute(name, path, text, declared.writable());
	}

	private PropertyPath requireReadable(EntityProperty property, FileAttribute declared) {
		FileProperty access = Objects.requireNonNull(property.property());
		boolean association = access.attribute() instanceof ToOneAttributeMapping;
		boolean leads = !declared.path().isBlank();
		if (association && !leads) {
			throw this.problem.of(property.name(),
					"is an association, and has no value of its own that could be an attribute",
					"Say which property of the other entity is, as in @FileAttribute(path = \"name\")");
		}
		if (leads && !association) {
			throw this.problem.of(property.name(), "has a path, and is no association with a single entity",
					"Remove the path");
		}
		PropertyPath path = this.paths.find(property.name() + (leads ? "." + declared.path().strip() : ""));
		if (path == null || !(path.property().attribute() instanceof BasicValuedModelPart)) {
			throw this.problem.of(property.name(),
					(path == null) ? "has the path '" + declared.path() + "', which leads to no property"
							: "has no value of its own that could be an attribute",
					"Let @FileAttribute be about a column of an entity or of an embeddable in it");
		}
		if (path.property().isLargeObject()) {
			throw this.problem.of(property.name(), "is a large object, which each listing would read",
					"Annotate another property with @FileAttribute");
		}
		return path;
	}

	private void requireWritable(PropertyPath path, FileAttribute declared) {
		if (!declared.writable()) {
			return;
		}
		String reason = !path.isOwn() ? "it is one of another entity"
				: this.roles.test(path.property()) ? "it already says something else of the file"
						: (!path.property().isInsertable() && !path.property().isWritable())
								? "its column is neither insertable nor updatable" : null;
		if (reason != null) {
			throw this.problem.of(path.name(), "is not for programs to change as an attribute: " + reason,
					"Remove writable = true from its @FileAttribute");
		}
	}

	private String name(EntityProperty property, FileAttribute declared) {
		String name = declared.value().isEmpty() ? property.simpleName() : declared.value();
		String whole = ExtendedAttributes.PREFIX + name;
		boolean possible = whole.getBytes(StandardCharsets.UTF_8).length <= MAX_NAME_BYTES && name.indexOf('\0') < 0
				&& OtherAttributes.isPossible(whole);
		if (!possible) {
			throw this.problem.of(property.name(), "cannot be the attribute " + whole,
					"Give it another name, so that the whole has no more than " + MAX_NAME_BYTES
							+ " bytes and does not begin with " + OtherAttributes.RESERVED);
		}
		return whole;
	}

	private @Nullable OtherAttributes others() {
		List<EntityProperty> marked = this.properties.stream().filter((it) -> it.has(FileAttributes.class)).toList();
		if (marked.isEmpty()) {
			return null;
		}
		if (marked.size() > 1) {
			throw this.problem.of(marked.get(1).name(), "is not the only one with @FileAttributes",
					"Annotate one property with @FileAttributes");
		}
		EntityProperty map = marked.get(0);
		FileProperty access = map.property();
		if (access == null || !(access.attribute() instanceof BasicValuedModelPart) || access.isLargeObject()) {
			throw this.problem.of(map.name(), "is not in a column that is read with the row, as each listing needs it",
					"Keep the map of @FileAttributes in one column, by @JdbcTypeCode(SqlTypes.JSON) or an AttributeConverter");
		}
		Class<?> value = valueType(map);
		if (value != String.class && value != byte[].class) {
			throw this.problem.of(map.name(), "is no map of texts or bytes by their names",
					"Make it a Map<String, String> or a Map<String, byte[]>");
		}
		if (isJson(access) && !hasJsonMapper()) {
			throw this.problem.of(map.name(),
					"is kept as JSON, which Hibernate cannot write without Jackson or a JSON-B",
					"Add a dependency such as com.fasterxml.jackson.core:jackson-databind, or use an AttributeConverter");
		}
		return new OtherAttributes(access, value == String.class);
	}

	private static boolean isJson(FileProperty property) {
		return property.column().getJdbcMapping().getJdbcType().getDefaultSqlTypeCode() == SqlTypes.JSON;
	}

	private boolean hasJsonMapper() {
		try {
			return this.paths.persister().getFactory().getSessionFactoryOptions().getJsonFormatMapper() != null;
		}
		catch (HibernateException ex) {
			return false;
		}
	}

	private static @Nullable Class<?> valueType(EntityProperty map) {
		for (AnnotatedElement element : map.elements()) {
			ResolvableType type = (element instanceof Field field) ? ResolvableType.forField(field)
					: ResolvableType.forMethodReturnType((Method) element);
			ResolvableType known = type.as(Map.class);
			if (known != ResolvableType.NONE && known.getGeneric(0).resolve() == String.class) {
				return known.getGeneric(1).resolve();
			}
		}
		return null;
	}

	/**
	 * Creates exceptions.
	 */
	@FunctionalInterface
	interface Problem {

		MappingException of(@Nullable String property, String problem, String fix);

	}

}
