package io.fusemount.data.jpa.mapping;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.AttributeValues;
import io.fusemount.core.node.ExtendedAttributes;
import org.jspecify.annotations.Nullable;

/**
 * The properties of an entity that programs see as extended attributes.
 *
 * @param attributes the attributes, in the order in which programs list them
 * @param others keeps all others, or {@code null} if there are no others
 */
public record AttributeMapping(List<MappedAttribute> attributes, @Nullable OtherAttributes others) {

	/**
	 * Returns the names for people, with those that programs can change marked as such;
	 * an empty text if there are none.
	 */
	public String describe() {
		return Stream
			.concat(this.attributes.stream()
				.map((attribute) -> attribute.name() + (attribute.writable() ? " (writable)" : "")),
					Stream.ofNullable(this.others).map((others) -> "all others in " + others.property()))
			.collect(Collectors.joining(", "));
	}

	/**
	 * Returns the expressions that a projection selects of an entity {@code e}, in order.
	 */
	public Stream<String> selected() {
		return Stream
			.concat(this.attributes.stream().map(MappedAttribute::selected),
					Stream.ofNullable(this.others).map((others) -> "e." + others.property()))
			.filter(Objects::nonNull);
	}

	/**
	 * Returns what a selected row has.
	 * @param id the id of the row
	 * @param values has the selected values
	 * @param first the place of the first one
	 */
	public ExtendedAttributes ofRow(Object id, Object[] values, int first) {
		int[] next = { first };
		return of((attribute) -> (attribute.path() != null) ? values[next[0]++] : id, (others) -> values[next[0]]);
	}

	/**
	 * Returns what an entity has.
	 * @param id its id
	 */
	public ExtendedAttributes ofEntity(Object id, Object entity) {
		return of((attribute) -> attribute.get(entity, id), (others) -> others.property().get(entity));
	}

	private ExtendedAttributes of(Function<MappedAttribute, @Nullable Object> values,
			Function<OtherAttributes, @Nullable Object> map) {
		if (this.attributes.isEmpty() && this.others == null) {
			return ExtendedAttributes.NONE;
		}
		@Nullable Object[] own = new Object[this.attributes.size()];
		for (int i = 0; i < own.length; i++) {
			own[i] = values.apply(this.attributes.get(i));
		}
		return new Values(this, own, (this.others != null) ? map.apply(this.others) : null, FileProperty::isWritable);
	}

	/**
	 * Returns what a new row can have, without values.
	 */
	public ExtendedAttributes ofNew() {
		return new Values(this, new Object[this.attributes.size()], null, FileProperty::isInsertable);
	}

	/**
	 * Puts values into an entity.
	 * @throws ErrnoException {@code EINVAL} if an attribute cannot have its value
	 */
	public void put(Object entity, AttributeValues values) {
		values.forEach((name, value) -> {
			MappedAttribute attribute = find(name);
			FileProperty property = (attribute != null) ? attribute.settable() : null;
			if (attribute != null && property != null) {
				property.set(entity, (value != null) ? attribute.parse(value) : null);
			}
			else if (attribute == null && this.others != null) {
				this.others.put(entity, name, value);
			}
		});
	}

	/**
	 * Gives an entity what another one has whose content it gets, as far as programs may
	 * have set it: what a new entity does not have.
	 */
	public void carry(Object from, Object to, Supplier<Object> creation) {
		List<FileProperty> settable = this.attributes.stream()
			.map(MappedAttribute::settable)
			.filter((property) -> property != null && property.isWritable())
			.toList();
		Object fresh = settable.isEmpty() ? from : creation.get();
		for (FileProperty property : settable) {
			Object value = property.get(from);
			if (value != null && !Objects.deepEquals(value, property.get(fresh))) {
				property.set(to, value);
			}
		}
		if (this.others != null) {
			this.others.carry(from, to);
		}
	}

	private @Nullable MappedAttribute find(String name) {
		for (MappedAttribute attribute : this.attributes) {
			if (attribute.name().equals(name)) {
				return attribute;
			}
		}
		return null;
	}

	/**
	 * The attributes of one row. A listing creates one for each row, so texts are made
	 * when they are asked for.
	 */
	private static final class Values implements ExtendedAttributes {

		private final AttributeMapping mapping;

		private final @Nullable Object[] own;

		private final @Nullable Object map;

		private final Predicate<FileProperty> kept;

		Values(AttributeMapping mapping, @Nullable Object[] own, @Nullable Object map, Predicate<FileProperty> kept) {
			this.mapping = mapping;
			this.own = own;
			this.map = map;
			this.kept = kept;
		}

		@Override
		public List<String> names() {
			List<String> names = new ArrayList<>();
			IntStream.range(0, this.own.length)
				.filter((i) -> this.own[i] != null)
				.forEach((i) -> names.add(this.mapping.attributes().get(i).name()));
			OtherAttributes.names(this.map).filter((name) -> this.mapping.find(name) == null).forEach(names::add);
			return names;
		}

		@Override
		public byte @Nullable [] value(String name) {
			for (int i = 0; i < this.own.length; i++) {
				MappedAttribute attribute = this.mapping.attributes().get(i);
				if (attribute.name().equals(name)) {
					Object value = this.own[i];
					return (value != null) ? attribute.text().format(value) : null;
				}
			}
			return OtherAttributes.value(this.map, name);
		}

		@Override
		public void requireSettable(String name, byte @Nullable [] value) {
			MappedAttribute attribute = this.mapping.find(name);
			OtherAttributes others = this.mapping.others();
			if (attribute == null && others != null && this.kept.test(others.property())
					&& OtherAttributes.isPossible(name)) {
				return;
			}
			FileProperty property = (attribute != null) ? attribute.settable() : null;
			if (attribute == null || property == null || !this.kept.test(property)) {
				ExtendedAttributes.NONE.requireSettable(name, value);
			}
			else if (value != null) {
				attribute.parse(value);
			}
			else {
				attribute.requireRemovable(property);
			}
		}

	}

}
