package io.fusemount.data.jpa.mapping;

import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.Ownership;
import io.fusemount.core.operation.AccountNames;
import org.jspecify.annotations.Nullable;

/**
 * The properties of an entity that keep owner, group and mode.
 *
 * @param owner the owner, or {@code null} if there is none
 * @param group the group, or {@code null} if there is none
 * @param mode the mode, or {@code null} if there is none
 * @param names the names that users and groups have
 */
public record OwnershipMapping(@Nullable FileProperty owner, @Nullable FileProperty group, @Nullable FileProperty mode,
		AccountNames names) {

	static final Set<Class<?>> NAMES_OR_IDS = Set.of(String.class, int.class, Integer.class, long.class, Long.class);

	/** The user and the group of a name that this machine does not know: nobody. */
	private static final int UNKNOWN = 65534;

	/**
	 * Returns the properties.
	 */
	public Stream<FileProperty> properties() {
		return Stream.of(this.owner, this.group, this.mode).filter(Objects::nonNull);
	}

	/**
	 * Returns what can be changed.
	 */
	public Set<Ownership.Part> kept() {
		return parts(FileProperty::isWritable);
	}

	/**
	 * Returns what a new row can have.
	 */
	public Set<Ownership.Part> keptOfNew() {
		return parts(FileProperty::isInsertable);
	}

	private Set<Ownership.Part> parts(Predicate<FileProperty> condition) {
		Set<Ownership.Part> parts = EnumSet.noneOf(Ownership.Part.class);
		if (this.owner != null && condition.test(this.owner)) {
			parts.add(Ownership.Part.OWNER);
		}
		if (this.group != null && condition.test(this.group)) {
			parts.add(Ownership.Part.GROUP);
		}
		if (this.mode != null && condition.test(this.mode)) {
			parts.add(Ownership.Part.MODE);
		}
		return parts;
	}

	/**
	 * Returns what a row has.
	 * @param values the values of the properties
	 */
	public Ownership of(Function<FileProperty, @Nullable Object> values) {
		return (this.owner == null && this.group == null && this.mode == null) ? Ownership.NONE
				: new Ownership(id(value(values, this.owner), this.names::uid),
						id(value(values, this.group), this.names::gid), number(value(values, this.mode)));
	}

	private static @Nullable Object value(Function<FileProperty, @Nullable Object> values,
			@Nullable FileProperty property) {
		return (property != null) ? values.apply(property) : null;
	}

	private static @Nullable Integer id(@Nullable Object value, Function<String, @Nullable Integer> names) {
		return (value instanceof String name) ? Objects.requireNonNullElse(names.apply(name), UNKNOWN) : number(value);
	}

	/** Ids are unsigned numbers of 32 bits. */
	private static @Nullable Integer number(@Nullable Object value) {
		return (value instanceof Number number) ? (Integer) number.intValue() : null;
	}

	/**
	 * Puts what is given into an entity.
	 * @throws ErrnoException {@code EINVAL} if a user or a group has no name and the
	 * property keeps names
	 */
	public void put(Object entity, Ownership ownership) {
		if (this.owner != null && ownership.owner() != null) {
			put(entity, this.owner, ownership.owner(), this.names::user, "user");
		}
		if (this.group != null && ownership.group() != null) {
			put(entity, this.group, ownership.group(), this.names::group, "group");
		}
		if (this.mode != null && ownership.mode() != null) {
			this.mode.set(entity, ownership.mode());
		}
	}

	private static void put(Object entity, FileProperty property, int id, Function<Integer, @Nullable String> names,
			String what) {
		if (property.type() == String.class) {
			String name = names.apply(id);
			if (name == null) {
				throw new ErrnoException(Errno.EINVAL,
						"The " + what + " " + Integer.toUnsignedString(id) + " has no name on this machine, and "
								+ property + " keeps names",
						"Name the " + what + ", or keep ids in a property of type Integer", null);
			}
			property.set(entity, name);
		}
		else {
			boolean wide = property.type() == long.class || property.type() == Long.class;
			property.set(entity, wide ? (Object) Integer.toUnsignedLong(id) : (Object) id);
		}
	}

}
