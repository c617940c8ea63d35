package io.fusemount.data.jpa.mapping;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

import io.fusemount.annotation.FileAttribute;
import io.fusemount.core.node.ExtendedAttributes;
import io.fusemount.data.jpa.mapping.AttributeMapping.Attribute;
import io.fusemount.data.jpa.template.AttributeText;
import org.hibernate.metamodel.mapping.BasicValuedModelPart;
import org.jspecify.annotations.Nullable;

/**
 * Finds the properties of an entity that are extended attributes.
 *
 * @param properties all properties of the entity
 * @param roles tells properties that are the name, the size, a time or the like
 * @param problem returns the exception for a property, from its name, the predicate of a
 * sentence and the fix
 */
record AttributeMappingBuilder(List<EntityProperty> properties, Predicate<FileProperty> roles, Problem problem) {

	/** Of the kernel, see {@code limits.h}. */
	private static final int MAX_NAME_BYTES = 255;

	/** The names that say something about files themselves. */
	private static final String RESERVED = "fusemount.";

	AttributeMapping build() {
		List<Attribute> attributes = new ArrayList<>();
		Map<String, String> taken = new HashMap<>();
		for (EntityProperty property : this.properties) {
			FileAttribute declared = property.find(FileAttribute.class);
			if (declared != null) {
				Attribute attribute = attribute(property, declared);
				String other = taken.put(attribute.name(), property.name());
				if (other != null) {
					throw this.problem.of(property.name(),
							"is the attribute " + attribute.name() + ", as " + other + " is",
							"Give one of them another name, as in @FileAttribute(\"another\")");
				}
				attributes.add(attribute);
			}
		}
		return new AttributeMapping(List.copyOf(attributes));
	}

	private Attribute attribute(EntityProperty property, FileAttribute declared) {
		String name = name(property, declared);
		if (property.isId()) {
			if (property.isEmbedded()) {
				throw this.problem.of(property.name(), "is a part of the id",
						"Annotate the id as a whole, or another property");
			}
			return new Attribute(name, null, new AttributeText(property.type()), false);
		}
		FileProperty access = requireReadable(property);
		AttributeText text = new AttributeText(property.type());
		if (!text.isPossible()) {
			throw this.problem.of(property.name(),
					"is of type " + property.type().getSimpleName() + ", which has no text",
					"Annotate a property with @FileAttribute that is text, bytes, a number, a boolean, a constant, "
							+ "a UUID, a date or a time, or whose type can be created from its text");
		}
		requireWritable(access, declared);
		return new Attribute(name, access, text, declared.writable());
	}

	private FileProperty requireReadable(EntityProperty property) {
		FileProperty access = Objects.requireNonNull(property.property());
		if (!(access.attribute() instanceof BasicValuedModelPart)) {
			throw this.problem.of(property.name(), "has no value of its own that could be an attribute",
					"Annotate a property with @FileAttribute that is a column of the entity or of an embeddable in it");
		}
		if (access.isLargeObject()) {
			throw this.problem.of(property.name(), "is a large object, which each listing would read",
					"Annotate another property with @FileAttribute");
		}
		return access;
	}

	private void requireWritable(FileProperty property, FileAttribute declared) {
		if (declared.writable() && (!property.isInsertable() && !property.isWritable() || this.roles.test(property))) {
			throw this.problem.of(property.name(),
					"is not for programs to change as an attribute: "
							+ (this.roles.test(property) ? "it already says something else of the file"
									: "its column is neither insertable nor updatable"),
					"Remove writable = true from its @FileAttribute");
		}
	}

	private String name(EntityProperty property, FileAttribute declared) {
		String name = declared.value().isEmpty() ? property.simpleName() : declared.value();
		String whole = ExtendedAttributes.PREFIX + name;
		boolean possible = whole.getBytes(StandardCharsets.UTF_8).length <= MAX_NAME_BYTES && name.indexOf('\0') < 0
				&& !name.startsWith(RESERVED);
		if (!possible) {
			throw this.problem.of(property.name(), "cannot be the attribute " + whole,
					"Give it another name that is not longer than 250 bytes and does not begin with " + RESERVED);
		}
		return whole;
	}

	/**
	 * Creates exceptions.
	 */
	@FunctionalInterface
	interface Problem {

		MappingException of(@Nullable String property, String problem, String fix);

	}

}
