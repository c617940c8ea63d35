package io.fusemount.data.jpa.mapping;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.AttributeValues;
import io.fusemount.core.node.ExtendedAttributes;
import io.fusemount.data.jpa.template.AttributeText;
import org.jspecify.annotations.Nullable;

/**
 * The properties of an entity that programs see as extended attributes.
 *
 * @param attributes the attributes, in the order in which programs list them
 */
public record AttributeMapping(List<Attribute> attributes) {

	/**
	 * Returns the properties that a projection selects.
	 */
	public Stream<FileProperty> properties() {
		return this.attributes.stream().map(Attribute::property).filter(Objects::nonNull);
	}

	/**
	 * Returns what a row has.
	 * @param id the id of the row
	 * @param values the values of the properties
	 */
	public ExtendedAttributes of(Object id, Function<FileProperty, @Nullable Object> values) {
		if (this.attributes.isEmpty()) {
			return ExtendedAttributes.NONE;
		}
		@Nullable Object[] own = new Object[this.attributes.size()];
		for (int i = 0; i < own.length; i++) {
			FileProperty property = this.attributes.get(i).property();
			own[i] = (property != null) ? values.apply(property) : id;
		}
		return new Values(this.attributes, own, FileProperty::isWritable);
	}

	/**
	 * Returns what a new row can have, without values.
	 */
	public ExtendedAttributes ofNew() {
		return new Values(this.attributes, new Object[this.attributes.size()], FileProperty::isInsertable);
	}

	/**
	 * Puts values into an entity.
	 * @throws ErrnoException {@code EINVAL} if an attribute cannot have its value
	 */
	public void put(Object entity, AttributeValues values) {
		values.forEach((name, value) -> {
			Attribute attribute = find(this.attributes, name);
			FileProperty property = (attribute != null && attribute.writable()) ? attribute.property() : null;
			if (attribute != null && property != null) {
				property.set(entity, (value != null) ? attribute.parse(value) : null);
			}
		});
	}

	private static @Nullable Attribute find(List<Attribute> attributes, String name) {
		return attributes.stream().filter((attribute) -> attribute.name().equals(name)).findFirst().orElse(null);
	}

	/**
	 * An attribute.
	 *
	 * @param name the name that programs see
	 * @param property the property, {@code null} for the id
	 * @param text the texts of the values
	 * @param writable whether programs may change it
	 */
	record Attribute(String name, @Nullable FileProperty property, AttributeText text, boolean writable) {

		Object parse(byte[] value) {
			Object parsed = this.text.parse(value);
			if (parsed == null) {
				throw new ErrnoException(Errno.EINVAL, "The attribute " + this.name + " cannot have this value",
						"Its values are " + this.text.describe(), null);
			}
			return parsed;
		}

	}

	/**
	 * The attributes of one row. A listing creates one for each row, so texts are made
	 * when they are asked for.
	 */
	private static final class Values implements ExtendedAttributes {

		private final List<Attribute> attributes;

		private final @Nullable Object[] values;

		private final Predicate<FileProperty> kept;

		Values(List<Attribute> attributes, @Nullable Object[] values, Predicate<FileProperty> kept) {
			this.attributes = attributes;
			this.values = values;
			this.kept = kept;
		}

		@Override
		public List<String> names() {
			return IntStream.range(0, this.values.length)
				.filter((i) -> this.values[i] != null)
				.mapToObj((i) -> this.attributes.get(i).name())
				.toList();
		}

		@Override
		public byte @Nullable [] value(String name) {
			for (int i = 0; i < this.values.length; i++) {
				Object value = this.values[i];
				if (value != null && this.attributes.get(i).name().equals(name)) {
					return this.attributes.get(i).text().format(value);
				}
			}
			return null;
		}

		@Override
		public void requireSettable(String name, byte @Nullable [] value) {
			Attribute attribute = find(this.attributes, name);
			FileProperty property = (attribute != null && attribute.writable()) ? attribute.property() : null;
			if (attribute == null || property == null || !this.kept.test(property)) {
				ExtendedAttributes.NONE.requireSettable(name, value);
			}
			else if (value != null) {
				attribute.parse(value);
			}
			else if (!property.isNullable() || property.type().isPrimitive()) {
				throw new ErrnoException(Errno.EINVAL, "The attribute " + name + " cannot be removed",
						"Its property always has a value", null);
			}
		}

	}

}
